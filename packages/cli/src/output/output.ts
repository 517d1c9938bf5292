import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pickFields } from './fields.js';
import { pagePath } from './page-path.js';
import type { Stdout } from './stdout.js';

export interface OutputOptions {
  /** JSON instead of text. */
  readonly json?: boolean | undefined;
  /** The fields of the answer to print, as JSON. */
  readonly fields?: readonly string[] | undefined;
  /** A file, or for several pages a folder. */
  readonly path?: string | undefined;
}

/** Where the data of a command goes. */
export interface Output {
  /** One answer: as JSON, or as text. Without a text it is JSON in any case. */
  one(answer: unknown, text?: string): Promise<void>;
  /** An item of a list that may be long: a line of JSON, or of text. */
  item(item: unknown, text?: string): Promise<void>;
  /** One of many pages: a line of JSON, or a file below the folder of `--output`. */
  page(document: PageLike, url?: string): Promise<void>;
}

/** What a page is filed by. */
interface PageLike {
  readonly markdown?: unknown;
  readonly metadata?: { readonly url?: unknown; readonly sourceURL?: unknown } | undefined;
}

export function createOutput(stdout: Stdout, { json, fields, path }: OutputOptions): Output {
  const isJson = json === true || fields !== undefined;
  const chosen = (value: unknown): unknown => (fields ? pickFields(value, fields) : value);
  const line = (value: unknown): string => `${JSON.stringify(chosen(value))}\n`;
  const whole = (value: unknown): string => `${JSON.stringify(chosen(value), null, 2)}\n`;
  const write = (text: string): Promise<void> => (path === undefined ? stdout.write(text) : writeFile(path, text));
  let items = '';

  return {
    async one(answer, text) {
      await write(isJson || text === undefined ? whole(answer) : ended(text));
    },

    async item(item, text) {
      const written = isJson || text === undefined ? line(item) : ended(text);
      // A file is written as a whole, so that an interrupted command leaves no half of a line in it.
      items += written;
      await (path === undefined ? stdout.write(written) : writeFile(path, items));
    },

    async page(document, url = String(document.metadata?.sourceURL ?? document.metadata?.url ?? '')) {
      if (path === undefined) {
        await stdout.write(line(document));
        return;
      }
      const isText = !isJson && typeof document.markdown === 'string';
      const file = join(path, pagePath(url, isText ? 'md' : 'json'));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, isText ? ended(String(document.markdown)) : whole(document));
    },
  };
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
