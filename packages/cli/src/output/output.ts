import { statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { printableLine } from '@trawl/local/printable';
import { ExplainedError } from '../explained-error.js';
import { UsageError } from '../usage-error.js';
import { pickFields } from './fields.js';
import { pagePath } from './page-path.js';
import type { Stdout } from './stdout.js';

export interface OutputOptions {
  /** JSON instead of text. */
  readonly json?: boolean | undefined;
  /** The fields of the answer to print, as JSON. */
  readonly fields?: readonly string[] | undefined;
  /** A file, or for several pages a folder; `-` is standard output. */
  readonly path?: string | undefined;
}

/** Where the data of a command goes. */
export interface Output {
  /** One answer: as JSON, or as text. Without a text it is JSON in any case. */
  one(answer: unknown, text?: string): Promise<void>;
  /** A list that may be long: a line of JSON, or of text, for each item as it comes. */
  items<Item>(list: AsyncIterable<Item>, textOf?: (item: Item) => string): Promise<void>;
  /** One of many pages: a line of JSON, an overview for a person, or a file below the folder of `--output`. */
  page(document: PageLike, url?: string): Promise<void>;
  /** Whether `--output` names a folder: pages are laid out in it by URL, even one alone. */
  readonly isFolder: boolean;
  /** What became of the pages, for a person. */
  summary(): string;
}

/** What a page is filed by. */
interface PageLike {
  readonly markdown?: unknown;
  readonly metadata?: Readonly<Partial<Record<'url' | 'sourceURL' | 'statusCode' | 'title', unknown>>> | undefined;
}

/**
 * The names of `--fields`.
 *
 * @throws UsageError when there is none.
 */
export function fieldsFrom(list: string | undefined): readonly string[] | undefined {
  const names = list?.split(',').map((name) => name.trim());
  if (names?.includes('')) throw new UsageError('--fields must name fields, such as markdown,metadata.title.');
  return names;
}

export function createOutput(stdout: Stdout, { json, fields, path: given }: OutputOptions): Output {
  const path = given === '-' ? undefined : given;
  const isJson = json === true || fields !== undefined;
  const chosen = (value: unknown): unknown => (fields ? pickFields(value, fields) : value);
  const line = (value: unknown): string => `${JSON.stringify(chosen(value))}\n`;
  const whole = (value: unknown): string => `${JSON.stringify(chosen(value), null, 2)}\n`;
  const write = (text: string): Promise<void> => (path === undefined ? stdout.write(text) : store(path, text));
  const isOverview = stdout.columns !== undefined && !isJson && path === undefined;
  let pages = 0;

  return {
    async one(answer, text) {
      await write(isJson || text === undefined ? whole(answer) : ended(text));
    },

    async items(list, textOf) {
      let count = 0;
      for await (const item of list) {
        const text = isJson || !textOf ? line(item) : ended(textOf(item));
        if (path === undefined) await stdout.write(text);
        else await store(path, text, count > 0 ? 'a' : 'w');
        count++;
      }
      // The file of an earlier list would be taken for this one.
      if (path !== undefined && count === 0) await store(path, '');
    },

    async page(document, url = String(document.metadata?.sourceURL ?? document.metadata?.url ?? '')) {
      pages++;
      if (path === undefined) {
        await stdout.write(isOverview ? overviewOf(document, url, stdout.columns ?? 80) : line(document));
        return;
      }
      const isText = !isJson && typeof document.markdown === 'string';
      const text = isText ? ended(String(document.markdown)) : whole(document);
      await store(join(path, pagePath(url, isText ? 'md' : 'json')), text);
    },

    isFolder: path !== undefined && isFolder(path),

    summary() {
      const count = `${pages} ${pages === 1 ? 'page' : 'pages'}`;
      if (isOverview) return `${count}. Add --output FOLDER to keep them, or --json to print them.`;
      return path === undefined ? `${count}.` : `${count} in ${path}.`;
    },
  };
}

/** What a person is told of a page while many come: a line with its status, its URL and its title. */
function overviewOf({ metadata }: PageLike, url: string, columns: number): string {
  const title = String(metadata?.title ?? '').replaceAll(/\s+/g, ' ');
  const text = printableLine([metadata?.statusCode ?? '', url, title].filter(Boolean).join('  '));
  return `${text.length < columns ? text : `${text.slice(0, columns - 2)}…`}\n`;
}

async function store(file: string, text: string, flag: 'a' | 'w' = 'w'): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag });
  } catch (error) {
    throw new ExplainedError(`--output: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

const isFolder = (path: string): boolean =>
  path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
