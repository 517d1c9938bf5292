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
  /** One answer, as text for a person and a pipe, or as JSON. */
  one(answer: unknown, text: string): Promise<void>;
  /** One of many pages: a line of JSON, or a file below the folder of `--output`. Returns the file. */
  page(document: PageLike): Promise<string | undefined>;
}

interface PageLike {
  readonly markdown?: unknown;
  readonly metadata?: { readonly url?: unknown; readonly sourceURL?: unknown } | undefined;
}

export function createOutput(stdout: Stdout, { json, fields, path }: OutputOptions): Output {
  const chosen = (value: unknown): unknown => (fields ? pickFields(value, fields) : value);
  const isJson = json || fields !== undefined;
  return {
    async one(answer, text) {
      const written = isJson ? `${JSON.stringify(chosen(answer), null, 2)}\n` : ended(text);
      if (path === undefined) await stdout.write(written);
      else await writeFile(path, written);
    },

    async page(document) {
      if (path === undefined) {
        await stdout.write(`${JSON.stringify(chosen(document))}\n`);
        return undefined;
      }
      const url = String(document.metadata?.sourceURL ?? document.metadata?.url ?? '');
      const isText = !isJson && typeof document.markdown === 'string';
      const file = join(path, pagePath(url, isText ? 'md' : 'json'));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(
        file,
        isText ? ended(document.markdown as string) : `${JSON.stringify(chosen(document), null, 2)}\n`,
      );
      return file;
    },
  };
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
