import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers';
import * as fc from 'fast-check';

/** Stands for the address of the site, whose port is another one each time. */
export const SITE = 'http://site.test';

const fit = [
  '/tea',
  '/harbour',
  '/slow',
  '/gone',
  '/loop',
  '/reset',
  '/report.pdf',
  '/feed?a=1&b=%00#x',
  `/${'a'.repeat(60)}!`,
];
/** What pages link to; the last of them are no URLs. */
const linked = [...fit, '/%E0%A4%A', 'http://[', 'javascript:x'];

const otherwise = [
  ...[
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://bücher.test/',
    'http://nobody@127.0.0.1:1/',
    'http://2130706433:1/',
  ],
  ...[
    'http://0.0.0.0/',
    'http://169.254.169.254/latest/',
    'http://tea.test./',
    `${SITE}/%E0%A4%A`,
    `${SITE}/${'a'.repeat(4_000)}`,
  ],
];

/** A page of the site as a rule, and now and then one that cannot be had. */
export const pageUrl: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom('/', ...fit).map((path) => SITE + path), weight: 9 },
  { arbitrary: fc.constantFrom(...otherwise), weight: 1 },
);

const html = (title: string, body: string): string =>
  `<!doctype html><html lang=en><title>${title}</title><main><h1>${title}</h1><p>Boats come in at noon, with tea.</p>${body}</main>`;

const document = (name: string): Buffer => readFileSync(new URL(`../documents/${name}`, import.meta.url));

/** What a page is made of: a file of its kind, of which some bytes are others and the end may be missing. */
export interface Made {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly from: keyof typeof originals;
  /** Each at a share of the length, with the bytes that stand there instead. */
  readonly edits: readonly (readonly [at: number, bytes: readonly number[]])[];
  /** How much of it is left, of 1. */
  readonly left: number;
}

const originals = {
  'report.pdf': document('report.pdf'),
  'report.docx': document('report.docx'),
  'report.odt': document('report.odt'),
  'report.rtf': document('report.rtf'),
  'report.html': document('report.html'),
  'figures.xlsx': document('figures.xlsx'),
  'figures.xls': document('figures.xls'),
  'figures.csv': document('figures.csv'),
  'robots.txt': Buffer.from(`User-agent: *\nDisallow: /gone\nCrawl-delay: 1\nSitemap: ${SITE}/sitemap.xml\n`),
  'sitemap.xml': Buffer.from(
    `<?xml version="1.0"?><urlset><url><loc>${SITE}/tea</loc></url><url><loc>${SITE}/slow</loc></url></urlset>`,
  ),
  'data.html': Buffer.from(
    html(
      'Tea',
      `<script type="application/ld+json">{"@type":"Product","name":"Tea","offers":{"price":"2"}}</script>
       <table><tr><th>a<td>b</table><ul><li>x<li>y</ul><pre>z</pre><a href=/tea>t</a><img src=/i alt=i>`,
    ),
  ),
};

const mediaTypes = [
  ...['text/html', 'text/html; charset=utf-16', 'text/html; charset="', 'application/pdf', 'text/plain', 'text/csv'],
  ...['application/xml', 'application/json', 'image/png', 'application/octet-stream', 'application/zip', '', ';;', 'x'],
];

const oddHeaders = fc.constantFrom<[name: string, value: string][]>(
  ['location', '/loop'],
  ['location', 'javascript:x'],
  ['location', 'http://['],
  ['refresh', '0; url=/'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br, gzip, zstd, x'],
  ['set-cookie', '=;;'],
  ['link', '<'],
  ['retry-after', '-1'],
  ['cache-control', 'max-age=99999999999999999999'],
  ['last-modified', 'never'],
  ['content-disposition', "attachment; filename*=UTF-8''%"],
);

/** Of a length: other than fractions, whole numbers are drawn from all over it. */
const share = fc.nat(1_000).map((thousandths) => thousandths / 1_000);

export const made: fc.Arbitrary<Made> = fc.record({
  status: fc.oneof(
    { arbitrary: fc.constant(200), weight: 6 },
    { arbitrary: fc.constantFrom(204, 206, 301, 304, 404, 500, 599), weight: 1 },
  ),
  headers: fc
    .tuple(fc.option(fc.constantFrom(...mediaTypes), { freq: 3 }), fc.array(oddHeaders, { maxLength: 2 }))
    .map(([type, more]) => Object.fromEntries([...(type === null ? [] : [['content-type', type]]), ...more])),
  from: fc.constantFrom(...(Object.keys(originals) as (keyof typeof originals)[])),
  edits: fc.array(fc.tuple(share, fc.array(fc.nat(255), { minLength: 1, maxLength: 8 })), { maxLength: 6 }),
  left: fc.oneof({ arbitrary: fc.constant(1), weight: 4 }, { arbitrary: share, weight: 1 }),
});

const typeOf: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
  csv: 'text/csv',
  txt: 'text/plain',
  xml: 'application/xml',
};

export function bytesOf({ from, edits, left }: Pick<Made, 'from' | 'edits' | 'left'>): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(originals[from]);
  for (const [at, given] of edits)
    bytes.set(given.slice(0, bytes.length), Math.floor(at * Math.max(0, bytes.length - given.length)));
  return bytes.subarray(0, Math.ceil(left * bytes.length));
}

export interface Site {
  readonly url: string;
  /** What the site answers at these paths from now on. */
  put(pages: Readonly<Record<string, Made>>): void;
  close(): void;
}

/** A site on loopback. */
export async function startSite(): Promise<Site> {
  let pages: Readonly<Record<string, Made>> = {};
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const page = pages[path];
    response.on('error', () => {});
    if (page) sendMade(page, response);
    else sendOwn(path, response);
  });

  function sendMade(page: Made, response: ServerResponse): void {
    const extension = page.from.split('.')[1] ?? '';
    const type = { 'content-type': typeOf[extension] ?? 'text/html' };
    const address = Buffer.from(url());
    const bytes = bytesOf(page);
    const place = bytes.indexOf(SITE);
    const body =
      place < 0 ? bytes : Buffer.concat([bytes.subarray(0, place), address, bytes.subarray(place + SITE.length)]);
    response.writeHead(page.status, { ...type, ...page.headers }).end(body);
  }

  function sendOwn(path: string, response: ServerResponse): void {
    const links = linked.map((link) => `<a href="${link}">${link}</a>`).join(' ');
    if (path === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (path === '/reset') response.destroy();
    else if (path === '/gone' || path === '/robots.txt' || path === '/sitemap.xml') response.writeHead(404).end();
    else if (path === '/report.pdf')
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(originals['report.pdf']);
    else {
      const send = () => response.writeHead(200, { 'content-type': 'text/html' }).end(html(path.slice(0, 20), links));
      if (path === '/slow') setTimeout(send, 300);
      else send();
    }
  }

  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: url(),
    put(some) {
      pages = some;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
