import { constants, deflateRawSync, deflateSync } from 'node:zlib';

const MEGABYTE = 1024 * 1024;

/** Zeros by the hundred megabytes, which are white space to a PDF, in a thousandth of their size and no time. */
function deflatedZeros(megabytes: number): Buffer {
  // Ends at a byte and refers to nothing before it, so that it can be repeated.
  const block = deflateRawSync(Buffer.alloc(MEGABYTE), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE((megabytes * MEGABYTE) % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array(megabytes).fill(block), Buffer.from([3, 0]), checksum]);
}

/** A PDF of one page, whose content and further objects are given. */
function pdf(content: Buffer, ...more: Buffer[]): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /TrueType /BaseFont /Oak /FontDescriptor << /Type /FontDescriptor /FontName /Oak /Flags 4 /FontFile2 6 0 R >> >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 300] /Contents 5 0 R /Resources << /Font << /F 3 0 R >> /XObject << /X 6 0 R >> >> >>',
    content,
    ...more,
  ];
  const body = objects.flatMap((object, index) => [`${index + 1} 0 obj\n`, object, '\nendobj\n']);
  return Buffer.concat(['%PDF-1.5\n', ...body, 'trailer\n<< /Root 1 0 R >>\n%%EOF'].map((part) => Buffer.from(part)));
}

function stream(entries: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

const text = (content: string) => stream('', Buffer.from(content));
const zeros = deflatedZeros(512);
const twice = deflateSync(zeros);
const runs = deflateSync(Buffer.alloc(8 * MEGABYTE, Buffer.from([129, 32])), { level: 9 });
const words = deflateSync('BT /F 12 Tf 20 200 Td (oak) Tj ET\n'.repeat(1_000_000), { level: 9 });

/** PDFs of some kilobytes that take hundreds of megabytes to read, by what is wrong with them. */
export const pdfBombs: Readonly<Record<string, Buffer>> = {
  'a page that inflates': pdf(stream('/Filter /FlateDecode', zeros)),
  'a page in filters': pdf(stream('/Filter [/FlateDecode /FlateDecode]', twice)),
  'runs in a deflated page': pdf(stream('/Filter [/FlateDecode /RunLengthDecode]', runs)),
  'a page with a million words': pdf(stream('/Filter /FlateDecode', words)),
  'a font that inflates': pdf(
    text('BT /F 12 Tf (oak) Tj ET'),
    stream('/Filter [/FlateDecode /FlateDecode] /Length1 500000000', twice),
  ),
  'a form that shows itself': pdf(
    text('/X Do '.repeat(10)),
    stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>',
      Buffer.from('/X Do '.repeat(10)),
    ),
  ),
  'an image of a gigabyte': pdf(
    text('/X Do'),
    stream(
      '/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter [/FlateDecode /FlateDecode]',
      twice,
    ),
  ),
};
