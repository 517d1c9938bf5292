import { extname } from 'node:path';

/** A page that the server has without fetching it. */
export interface SeedPage {
  readonly url: string;
  readonly content: string | Uint8Array;
  /** By default what the extension of its URL says, such as `.xml` and `.csv`, and else HTML. */
  readonly contentType?: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.odt': 'application/vnd.oasis.opendocument.text',
};

/** The media type of a file, by its extension; undefined where the extension is that of no page. */
export function typeOfFile(path: string): string | undefined {
  return TYPES[extname(path).toLowerCase()];
}

export function contentTypeOf({ url, contentType }: SeedPage): string {
  return contentType ?? typeOfFile(new URL(url).pathname) ?? 'text/html; charset=utf-8';
}
