import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { zipSync } from 'fflate';
import { pdfBombs } from './pdf-bombs.js';

/** A document of 100 MB in half a megabyte. */
const zipBomb = zipSync({ 'word/document.xml': new Uint8Array(100 * 1024 * 1024) }, { level: 1 });

const html = { 'content-type': 'text/html' };

/** Pages that mean no good, by what is wrong with them. */
const pages: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'nested elements': (response) => response.writeHead(200, html).end(`${'<div>'.repeat(20_000)}deep`),
  'nested lists': (response) => response.writeHead(200, html).end(`${'<ul><li>'.repeat(20_000)}deep`),
  'nested quotations': (response) => response.writeHead(200, html).end(`${'<blockquote><p>'.repeat(20_000)}deep`),
  'nested tables': (response) => response.writeHead(200, html).end(`${'<table><tr><td>'.repeat(20_000)}deep`),
  'nested emphasis': (response) => response.writeHead(200, html).end(`<p>${'<b><i><a href=/>'.repeat(20_000)}deep`),
  'a million links': (response) => response.writeHead(200, html).end('<a href=/x>x</a>'.repeat(1_000_000)),
  'a million attributes': (response) =>
    response.writeHead(200, html).end(`<p ${Array.from({ length: 1_000_000 }, (_, index) => `a${index}`).join(' ')}>`),
  'spaces without end': (response) =>
    response.writeHead(200, html).end(`<p>a${' '.repeat(5_000_000)}b<pre>${'\n'.repeat(5_000_000)}`),
  'sentences of one letter': (response) => response.writeHead(200, html).end('A b. C d! E? '.repeat(550_000)),
  'a sentence without end': (response) =>
    response.writeHead(200, html).end('the net is cast and the oak is felled while '.repeat(160_000)),
  'a word without end': (response) => response.writeHead(200, html).end('oak'.repeat(2_400_000)),
  'a list of 400,000 items': (response) => response.writeHead(200, html).end(`<ul>${'<li>An oak'.repeat(400_000)}`),
  'open brackets': (response) =>
    response.writeHead(200, html).end(`<p>${'[!['.repeat(500_000)}</p>${'<!--'.repeat(500_000)}`),
  'a table of a million cells': (response) =>
    response.writeHead(200, html).end(`<table>${`<tr>${'<td>x'.repeat(1_000)}`.repeat(1_000)}</table>`),
  'cells that span everything': (response) =>
    response
      .writeHead(200, html)
      .end(`<table>${'<tr><td colspan=1000000 rowspan=1000000>x<td colspan=1000000>y'.repeat(1_000)}</table>`),
  'a body of 200 MB': (response) => {
    response.writeHead(200, { ...html, 'content-length': 200 * 1024 * 1024 });
    pour(response, 200);
  },
  'a body of 200 MB that does not say so': (response) => pour(response.writeHead(200, html), 200),
  'a body that just fits': (response) => {
    response.writeHead(200, html);
    for (let part = 0; part < 31; part++) response.write('<p>An oak is a tree.</p>\n'.repeat(42_000));
    response.end();
  },
  'an endless body': (response) => pour(response.writeHead(200, html), Number.POSITIVE_INFINITY),
  'a gzip bomb': (response) => {
    const gzip = createGzip({ level: 9 });
    gzip.pipe(response.writeHead(200, { ...html, 'content-encoding': 'gzip' }));
    pour(gzip, Number.POSITIVE_INFINITY);
  },
  'a trickle': (response) => {
    const timer = setInterval(() => response.write('.'), 100);
    response.writeHead(200, html).on('close', () => clearInterval(timer));
  },
  'no answer': () => {},
  'headers without end': (response) => {
    const timer = setInterval(() => response.socket?.write(`X-More: ${'x'.repeat(1_000)}\r\n`), 1);
    response.socket?.write('HTTP/1.1 200 OK\r\n');
    response.on('close', () => clearInterval(timer));
  },
  'redirects in a circle': (response) =>
    response.writeHead(302, { location: encodeURI('/redirects in a circle') }).end(),
  'a broken PDF': (response) =>
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(`%PDF-1.7\n${'1 0 obj <<'.repeat(10_000)}`),
  ...Object.fromEntries(
    Object.entries(pdfBombs).map(([name, bomb]) => [
      name,
      (response: ServerResponse) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(bomb),
    ]),
  ),
  'a zip bomb in a document': (response) => {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    response.writeHead(200, { 'content-type': type }).end(zipBomb);
  },
  'entities in entities': (response) => {
    const levels = Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
    const xml = `<!DOCTYPE x [<!ENTITY e0 "ha">${levels.join('')}]><x>&e12;</x>`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
  },
  'JSON in JSON': (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`${'['.repeat(5_000_000)}`),
};

export const hostilities: readonly string[] = Object.keys(pages);

/** A site on loopback with all of them, and a page at `/oak` that is as pages should be. */
export async function startHostileSite() {
  const server = createServer((request, response) => {
    const page = pages[decodeURI(request.url?.split('?')[0] ?? '').slice(1)];
    response.on('error', () => {});
    if (page) page(response);
    else response.writeHead(200, html).end('<title>Oaks</title><p>An oak is a tree.</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pour(sink: NodeJS.WritableStream, megabytes: number): void {
  const megabyte = Buffer.alloc(1024 * 1024, '<p>more</p>\n');
  let poured = 0;
  const more = () => {
    if ('destroyed' in sink && sink.destroyed) return;
    if (poured++ >= megabytes) sink.end();
    else if (sink.write(megabyte)) setImmediate(more);
    else sink.once('drain', more);
  };
  sink.on('error', () => {});
  more();
}
