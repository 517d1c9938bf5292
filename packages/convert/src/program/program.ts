import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { absoluteUrl } from '../absolute-url.js';
import { convert } from '../convert/convert.js';
import { MAX_BYTES } from '../convert/input.js';
import { ConvertError } from '../page/convert-error.js';
import type { RemovedPart } from '../page/data.js';
import type { Format, FormatName } from '../page/formats.js';
import type { ConversionOptions } from '../page/options.js';
import type { ConversionResult } from '../page/page.js';
import { VERSION } from '../version.js';
import { printableLine, printableText } from './printable.js';

/** The exit statuses: the input was not converted; the command line is wrong. */
const FAILED = 1;
const MISUSED = 2;

/** The most pages that `--max-pages` may name. */
const MAX_PAGES = 99_999;

/** In the order of the help. The compiler refuses a format without a row. */
const FORMATS = Object.keys({
  markdown: true,
  html: true,
  rawHtml: true,
  text: true,
  links: true,
  pageLinks: true,
  images: true,
  summary: true,
  structuredData: true,
  product: true,
  menu: true,
  branding: true,
  searchEntry: true,
  removed: true,
} satisfies Record<FormatName, true>) as FormatName[];

const HELP = `Turns a web page or a document into Markdown, and prints it.

  trawl-convert page.html
  trawl-convert report.pdf --format markdown,links > report.json
  curl -s https://example.com/ | trawl-convert --url https://example.com/

Usage: trawl-convert [FILE] [options]

Without a file, or with -, it reads standard input. One format is printed as it is, several as one JSON object
with the metadata, the kind of the input and the warnings.

  -f, --format NAMES          what to make, separated by commas (default: markdown):
                              ${FORMATS.slice(0, 7).join(', ')},
                              ${FORMATS.slice(7).join(', ')}
  -u, --url URL               the address of the page, against which links are resolved
  -t, --content-type TYPE     the media type of the input, such as text/html or application/pdf
      --whole-page            keep navigation, headers and footers
      --include-tag SELECTOR  keep only these elements; may be repeated
      --exclude-tag SELECTOR  leave these elements out; may be repeated
      --keep-ads              keep advertisements and cookie banners
      --keep-base64-images    keep images that are data: URLs
      --redact-pii            redact personal data from text for readers
      --max-pages NUMBER      how many pages of a PDF are read
      --max-bytes NUMBER      how many bytes of the input are read (default: ${MAX_BYTES})
      --explain               say on standard error what was left out, element by element with the reason
      --json                  print one JSON object, also for one format
  -h, --help                  print this help
      --version               print the version

To a terminal it prints no control characters and no marks of direction of the page. A file or a pipe gets all of them.

Exit status: 0 if the input was converted, 1 if it cannot be, 2 if the command line is wrong.
`;

const OPTIONS = {
  format: { type: 'string', short: 'f', multiple: true },
  url: { type: 'string', short: 'u' },
  'content-type': { type: 'string', short: 't' },
  'whole-page': { type: 'boolean' },
  'include-tag': { type: 'string', multiple: true },
  'exclude-tag': { type: 'string', multiple: true },
  'keep-ads': { type: 'boolean' },
  'keep-base64-images': { type: 'boolean' },
  'redact-pii': { type: 'boolean' },
  'max-pages': { type: 'string' },
  'max-bytes': { type: 'string' },
  explain: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** The streams of a process that the program reads and writes. */
export interface Streams {
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
}

/** Thrown for a command line that cannot be carried out. */
class UsageError extends Error {}

/** Runs the command with its arguments, and returns its exit status. */
export async function runProgram(args: readonly string[], streams: Streams): Promise<number> {
  const say = (sentence: string) => streams.stderr.write(`${printableLine(sentence)}\n`);
  try {
    return await runCommand(args, streams, say);
  } catch (error) {
    if (error instanceof UsageError) {
      say(error.message);
      say('Try `trawl-convert --help`.');
      return MISUSED;
    }
    if (isFileError(error)) {
      say(fileProblem(error, args));
      return FAILED;
    }
    if (!(error instanceof ConvertError)) {
      // Node.js would print the error as it is, which may quote the page.
      for (const line of String((error as Error)?.stack ?? error).split('\n')) say(line);
      return FAILED;
    }
    say(error.code === 'too large' ? TOO_LARGE : error.message);
    return error.code === 'invalid option' ? MISUSED : FAILED;
  }
}

/** In the place of the message for programs, which names their option. */
const TOO_LARGE = 'The input has more bytes than are read: `--max-bytes` raises the limit.';

async function runCommand(
  args: readonly string[],
  { stdin, stdout }: Streams,
  say: (sentence: string) => void,
): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    stdout.write(HELP);
    return 0;
  }
  if (values.version) {
    stdout.write(`${VERSION}\n`);
    return 0;
  }
  const [file = '-', ...others] = positionals;
  if (others.length > 0) throw new UsageError(`One file is converted at a time; \`${others[0]}\` is another one.`);
  if (file === '-' && stdin.isTTY) throw new UsageError('Name a file, or pipe a page into the command.');
  const formats = formatsOf(values.format ?? ['markdown']);
  if (values.url !== undefined && absoluteUrl(values.url) === undefined) {
    throw new UsageError(`\`--url\` is \`${values.url}\`, which is no absolute URL.`);
  }
  const input = file === '-' ? stdin : (createReadStream(file) as AsyncIterable<Uint8Array>);
  const { removed = [], ...converted } = await convert(input, {
    ...conversionOptions(values),
    formats: values.explain ? [...formats, 'removed'] : formats,
    url: values.url,
    filename: file === '-' ? undefined : basename(file),
    contentType: values['content-type'],
    maxBytes: wholeNumber('--max-bytes', values['max-bytes'], Number.MAX_SAFE_INTEGER),
  });
  const isAsked = formats.includes('removed');
  const result: ConversionResult = isAsked ? { ...converted, removed } : converted;
  const [format] = formats;
  const isJson = formats.length > 1 || values.json;
  const text = isJson ? jsonOf(result) : textOf(result, format);
  // A terminal would obey what a page writes. A file or another program gets the text as it is.
  if (!stdout.isTTY) stdout.write(text);
  else stdout.write(isJson ? text.split('\n').map(printableLine).join('\n') : printableText(text));
  if (values.explain) for (const line of explanations(removed)) say(line);
  for (const { message } of result.warnings) say(message);
  return 0;
}

/** Two lines for each part that was left out. */
function explanations(removed: readonly RemovedPart[]): string[] {
  return removed.flatMap(({ selector, reason, explanation, text }) => [
    `${selector}: "${text}"`,
    `  ${reason}: ${explanation}.`,
  ]);
}

type Values = ReturnType<typeof readArguments>['values'];

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function formatsOf(values: readonly string[]): Format[] {
  const names = values.flatMap((value) => value.split(','));
  return names.map((name) => {
    const format = FORMATS.find((one) => one === name.trim());
    if (format === undefined) {
      throw new UsageError(`\`--format\` is \`${name}\`, which is no format. Formats are: ${FORMATS.join(', ')}.`);
    }
    return format;
  });
}

function conversionOptions(values: Values): ConversionOptions {
  const maxPages = wholeNumber('--max-pages', values['max-pages'], MAX_PAGES);
  return {
    onlyMainContent: values['whole-page'] ? false : undefined,
    includeTags: values['include-tag'],
    excludeTags: values['exclude-tag'],
    blockAds: values['keep-ads'] ? false : undefined,
    removeBase64Images: values['keep-base64-images'] ? false : undefined,
    redactPII: values['redact-pii'],
    parsers: maxPages === undefined ? undefined : [{ type: 'pdf', maxPages }],
  };
}

function wholeNumber(flag: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d*$/.test(text) && Number(text) <= max) return Number(text);
  throw new UsageError(`\`${flag}\` is \`${text}\`, which is no whole number from 1 to ${max.toLocaleString('en')}.`);
}

function textOf(result: ConversionResult, format: Format | undefined): string {
  const value = (result as unknown as Record<string, unknown>)[String(format)];
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.endsWith('\n') ? value : `${value}\n`;
  const isListOfTexts = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isListOfTexts ? value.map((line) => `${line}\n`).join('') : `${JSON.stringify(value, null, 2)}\n`;
}

function jsonOf(result: ConversionResult): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}

/** What keeps a file from being read, by the code of the error. */
const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
};

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function fileProblem({ code = '', message }: NodeJS.ErrnoException, args: readonly string[]): string {
  const [file = 'standard input'] = readArguments(args).positionals;
  return `\`${file}\` cannot be read: ${FILE_PROBLEMS[code] ?? message}.`;
}
