import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { SITE_ORIGIN } from './placeholders.js';

/** A page that a site serves: a file with some bytes changed, and an end that may be missing. */
export interface PageRecipe extends FileRecipe {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface FileRecipe {
  readonly file: keyof typeof files;
  /** Bytes to write, each at a position from 0 to 1 of the length. */
  readonly edits: readonly (readonly [position: number, bytes: readonly number[]])[];
  /** The part of the file that is served, from 0 to 1. */
  readonly served: number;
}

const document = (name: string): Buffer =>
  readFileSync(new URL(`../../../convert/test/documents/${name}`, import.meta.url));

const files = {
  'report.pdf': document('report.pdf'),
  'report.docx': document('report.docx'),
  'report.odt': document('report.odt'),
  'report.rtf': document('report.rtf'),
  'report.html': document('report.html'),
  'figures.xlsx': document('figures.xlsx'),
  'figures.xls': document('figures.xls'),
  'figures.csv': document('figures.csv'),
  'robots.txt': Buffer.from(`User-agent: *\nDisallow: /gone\nCrawl-delay: 1\nSitemap: ${SITE_ORIGIN}/sitemap.xml\n`),
  'sitemap.xml': Buffer.from(
    `<?xml version="1.0"?><urlset><url><loc>${SITE_ORIGIN}/tea</loc></url><url><loc>${SITE_ORIGIN}/slow</loc></url></urlset>`,
  ),
  'product.html': Buffer.from(
    `<!doctype html><title>Tea</title><main><h1>Tea</h1><p>Boats come in at noon.</p>
     <script type="application/ld+json">{"@type":"Product","name":"Tea","offers":{"price":"2"}}</script>
     <table><tr><th>a<td>b</table><ul><li>x<li>y</ul><pre>z</pre><a href=/tea>t</a><img src=/i alt=i></main>`,
  ),
};

const types: Readonly<Record<string, string>> = {
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

const wrongTypes = [
  'text/html',
  'text/html; charset=utf-16',
  'text/html; charset="',
  'application/pdf',
  'text/plain',
  'text/csv',
  'application/xml',
  'application/json',
  'image/png',
  'application/octet-stream',
  'application/zip',
  '',
  ';;',
  'x',
];

const oddHeader = fc.constantFrom<[name: string, value: string][]>(
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

// Random doubles are mostly close to 0 or 1.
const fraction = fc.nat(1_000).map((thousandths) => thousandths / 1_000);

const fileFields = {
  file: fc.constantFrom(...(Object.keys(files) as (keyof typeof files)[])),
  edits: fc.array(fc.tuple(fraction, fc.array(fc.nat(255), { minLength: 1, maxLength: 8 })), { maxLength: 6 }),
  served: fc.oneof({ arbitrary: fc.constant(1), weight: 4 }, { arbitrary: fraction, weight: 1 }),
};

export const fileRecipe: fc.Arbitrary<FileRecipe> = fc.record(fileFields);

export const pageRecipe: fc.Arbitrary<PageRecipe> = fc.record({
  ...fileFields,
  status: fc.oneof(
    { arbitrary: fc.constant(200), weight: 6 },
    { arbitrary: fc.constantFrom(204, 206, 301, 304, 404, 500, 599), weight: 1 },
  ),
  headers: fc
    .tuple(fc.option(fc.constantFrom(...wrongTypes), { freq: 3 }), fc.array(oddHeader, { maxLength: 2 }))
    .map(([type, others]) => Object.fromEntries([...(type === null ? [] : [['content-type', type]]), ...others])),
});

export function fileBytes({ file, edits, served }: FileRecipe): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(files[file]);
  for (const [position, edit] of edits) {
    bytes.set(edit.slice(0, bytes.length), Math.floor(position * Math.max(0, bytes.length - edit.length)));
  }
  return bytes.subarray(0, Math.ceil(served * bytes.length));
}

/** The media type that fits the file. */
export function typeOf({ file }: FileRecipe): string {
  return types[file.split('.')[1] ?? ''] ?? 'text/html';
}
