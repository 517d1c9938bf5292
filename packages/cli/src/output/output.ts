import { randomUUID } from 'node:crypto';
import { createWriteStream, statSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { printableLine } from '@trawl/base/printable';
import { ExplainedError } from '../explained-error.js';
import { UsageError } from '../usage-error.js';
import { copiedAt, copiesNote } from './copies.js';
import { pagePath, pathWithoutUrl } from './page-path.js';
import type { Tone } from './paint.js';
import { isPicture } from './picture.js';
import type { Part, Stdout } from './stdout.js';

export interface OutputOptions {
  /** Whether the command prints JSON instead of text. */
  readonly json?: boolean | undefined;
  /** The fields of the answer to print, as JSON. */
  readonly fields?: readonly string[] | undefined;
  /** A file, or for several pages a folder; `-` is standard output. */
  readonly path?: string | undefined;
  /** Whether the Markdown of several pages begins with what is known of each. */
  readonly frontMatter?: boolean | undefined;
}

/** Where the data of a command goes. */
export interface Output {
  /** One answer: as JSON, or as text. Without a text it is JSON in any case. */
  one(answer: unknown, text?: string): Promise<void>;
  /** A list that may be long: a line of JSON, or of text, for each item as it comes. */
  items<Item>(list: AsyncIterable<Item>, textOf?: (item: Item) => string): Promise<void>;
  /**
   * One of many pages: a line of JSON, an overview for a person, or a file below the folder of `--output`. A page without a
   * URL has a file below `without-url`.
   */
  page(document: PageLike, url?: string): Promise<void>;
  /**
   * Makes the folder for several pages.
   *
   * @throws UsageError when it cannot be made, before anything is sent.
   */
  prepareFolder(): Promise<void>;
  /** The file of `--output`, if it is a picture by its name. */
  readonly picture: string | undefined;
  /** Writes the picture into that file as it comes. If it does not come to its end, the file stays as it was. */
  writePicture(bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Whether each page is shown to a person with its status. */
  readonly isOverview: boolean;
  /** Whether `--output` names a folder: pages are laid out in it by URL, even one alone. */
  readonly isFolder: boolean;
  /** Says that pages are stored copies, if any are. */
  copies(): string | undefined;
  /** The summary of all pages for a person. */
  summary(): string;
}

type MetadataField = 'url' | 'sourceURL' | 'statusCode' | 'title' | 'description' | 'language' | 'cachedAt';

/** The fields of a page that decide the name of its file. */
interface PageLike {
  readonly markdown?: unknown;
  readonly metadata?: Readonly<Partial<Record<MetadataField, unknown>>> | undefined;
}

/** The URL of a page, if it has a valid one. */
export function urlOf({ metadata }: PageLike): string | undefined {
  const urls = [metadata?.sourceURL, metadata?.url];
  return urls.find((url): url is string => typeof url === 'string' && URL.canParse(url));
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

export function createOutput(stdout: Stdout, { json, fields, path: option, frontMatter }: OutputOptions): Output {
  const path = option === '-' ? undefined : option;
  const isJson = json === true || fields !== undefined;
  const selectFields = (value: unknown): unknown => (fields ? pickFields(value, fields) : value);
  const line = (value: unknown): string => `${JSON.stringify(selectFields(value))}\n`;
  const whole = (value: unknown): string => `${JSON.stringify(selectFields(value), null, 2)}\n`;
  const isOverview = stdout.columns !== undefined && !isJson && path === undefined;
  let pages = 0;
  const copyTimes: Date[] = [];

  return {
    async one(answer, text) {
      const isText = !isJson && text !== undefined;
      const output = isText ? withLineEnd(text) : whole(answer);
      if (path !== undefined) await store(path, output);
      else await (isText ? stdout.write(output) : stdout.writeJson(output));
    },

    async items(list, textOf) {
      let count = 0;
      for await (const item of list) {
        const isText = !isJson && textOf !== undefined;
        const output = isText ? withLineEnd(textOf(item)) : line(item);
        if (path !== undefined) await store(path, output, count > 0 ? 'a' : 'w');
        else await (isText ? stdout.write(output) : stdout.writeJson(output));
        count++;
      }
      // The file of an earlier list would be taken for this one.
      if (path !== undefined && count === 0) await store(path, '');
    },

    async page(document, url = urlOf(document)) {
      pages++;
      const copyTime = copiedAt(document);
      if (copyTime) copyTimes.push(copyTime);
      if (path === undefined) {
        if (isOverview) await stdout.writeLine(overviewOf(document, url, stdout.columns ?? 80));
        else await stdout.writeJson(line(document));
        return;
      }
      const isText = !isJson && typeof document.markdown === 'string';
      const head = isText && frontMatter ? frontMatterOf(document, url) : '';
      const text = isText ? head + withLineEnd(String(document.markdown)) : whole(document);
      const extension = isText ? 'md' : 'json';
      await store(
        join(
          path,
          errorFolder(document),
          url === undefined ? pathWithoutUrl(text, extension) : pagePath(url, extension),
        ),
        text,
      );
    },

    async prepareFolder() {
      if (path === undefined) return;
      try {
        await makeFolder(path);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw new UsageError(`--output: the folder ${path} cannot be made (${code}).`);
      }
    },

    picture: isPicture(path) ? path : undefined,

    async writePicture(bytes) {
      if (path !== undefined) await storeWhole(path, bytes);
    },

    isOverview,

    isFolder: path !== undefined && isFolder(path),

    copies: () => copiesNote(copyTimes, pages),

    summary() {
      const count = `${pages} ${pages === 1 ? 'page' : 'pages'}`;
      if (isOverview) return `${count}. Add --output FOLDER to keep them, or --json to print them.`;
      return path === undefined ? `${count}.` : `${count} in ${path}.`;
    },
  };
}

/** Pages that their sites answer with an error lie apart, because they read like content. */
function errorFolder({ metadata }: PageLike): string {
  const status = Number(metadata?.statusCode);
  return status >= 400 && status < 600 ? `status-${status}` : '';
}

/** What is known of a page, as YAML before its Markdown. Every text in JSON is one in YAML. */
function frontMatterOf({ metadata = {} }: PageLike, url: string | undefined): string {
  const { title, description, language, statusCode, cachedAt } = metadata;
  const fields = { url, title, description, language, status: statusCode, cachedAt };
  const lines = Object.entries(fields).filter(([, value]) => ['string', 'number'].includes(typeof value));
  return `---\n${lines.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join('')}---\n\n`;
}

/** What a person is told of a page while many come: a line with its status, its URL and its title. */
function overviewOf({ metadata }: PageLike, url = '(no URL)', columns: number): Part[] {
  const title = String(metadata?.title ?? '').replaceAll(/\s+/g, ' ');
  const status = String(metadata?.statusCode ?? '');
  const text = printableLine([url, title].filter(Boolean).join('  '));
  const rest = status === '' ? text : `  ${text}`;
  const room = columns - status.length;
  return [
    { text: status, tone: toneOf(Number(status)) },
    { text: rest.length < room ? rest : `${rest.slice(0, room - 2)}…` },
  ];
}

/** A page that its site answers with an error has failed for a person, although it was read. */
function toneOf(status: number): Tone | undefined {
  if (status >= 400) return 'bad';
  return status >= 300 ? 'notice' : 'good';
}

/**
 * Makes a folder and those above it. With its option for that, `mkdir` of Node.js never ends in file systems such as `/proc`,
 * which say that a folder is not there when none can be made.
 */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The error of a folder that is there depends on the system: a drive may be refused, or read only.
    if ((await stat(folder).catch(() => undefined))?.isDirectory()) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent);
    await mkdir(folder).catch(async (again: NodeJS.ErrnoException) => {
      // Another page may have made it in the meantime.
      if (again.code !== 'EEXIST') throw again;
    });
  }
}

async function store(file: string, text: string, flag: 'a' | 'w' = 'w'): Promise<void> {
  try {
    await makeFolder(dirname(file));
    await writeFile(file, text, { flag });
  } catch (error) {
    throw unwritable(file, error);
  }
}

async function storeWhole(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    await makeFolder(dirname(file));
    await pipeline(chunks, createWriteStream(part, { flags: 'wx' }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw 'syscall' in (error as Error) ? unwritable(file, error) : error;
  }
}

const unwritable = (file: string, error: unknown): ExplainedError =>
  new ExplainedError(`--output: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);

const withLineEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

function isFolder(path: string): boolean {
  if (path.endsWith('/')) return true;
  try {
    return statSync(path).isDirectory();
  } catch {
    // It is not there, or cannot be looked at: writing to it says why.
    return false;
  }
}

/**
 * Only the fields that are named, such as `markdown` or `metadata.title`, under these names. A field of a list, such as
 * `web.url`, has that of each item. What the answer does not have is null, so that every line has the same fields.
 *
 * @example
 * pickFields({ web: [{ url: 'https://example.com' }] }, ['web.url', 'news']); // { 'web.url': ['https://…'], news: null }
 */
function pickFields(value: unknown, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, fieldAt(value, name.split('.')) ?? null]));
}

function fieldAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => fieldAt(item, [key, ...rest]) ?? null);
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? fieldAt((value as Record<string, unknown>)[key], rest)
    : undefined;
}
