import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { Contract } from '../docs/openapi.js';
import { operations } from '../docs/operations.js';

const MARGIN = 48;
/** A heading stands on the page of what it heads. */
const HEADING_SPACE = 60;

/** All operations of the contract on paper: a PDF of as many pages as it takes. */
export async function renderOperationList(contract: Contract): Promise<Uint8Array> {
  const info = { Title: 'The API at a glance', Author: 'Trawl' };
  const paper = new PDFDocument({ size: 'A4', margin: MARGIN, info });
  const bytes = buffer(paper);
  paper.font('Helvetica-Bold').fontSize(20).text('The API at a glance');
  let group = '';
  for (const { method, path, operation } of operations(contract)) {
    const [tag = ''] = operation.tags ?? [];
    if (tag !== group) {
      group = tag;
      if (paper.y > paper.page.height - MARGIN - HEADING_SPACE) paper.addPage();
      paper.moveDown(0.8).font('Helvetica-Bold').fontSize(13).text(tag);
    }
    paper
      .font('Helvetica')
      .fontSize(10)
      .text(`${operation.summary ?? operation.operationId}: `, { continued: true });
    paper.font('Courier').fontSize(9).text(`${method.toUpperCase()} ${path}`);
  }
  paper.end();
  return bytes;
}
