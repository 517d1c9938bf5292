import { BY_EXTENSION, BY_MEDIA_TYPE, type DocumentKind, type FileKind } from './document-kind.js';
import { languageOfExtension, languageOfName, languageOfType } from './languages.js';
import { kindOfOle } from './ole-kind.js';
import { latin1, signatureOf } from './signatures.js';
import {
  beginsWithHtml,
  hasXmlDeclaration,
  isHtmlDocument,
  isJson,
  isJsonObject,
  isRichText,
  isSpreadsheetXml,
  isTemplate,
  isXml,
  type TextSample,
} from './text-kind.js';
import { zipFacts } from './zip-kind.js';

/** A file of which all bytes are there, and what is said of it. */
export interface FetchedFile {
  readonly url: string;
  /** Its name, where it is not the end of the address. */
  readonly filename?: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string | Uint8Array;
}

/** The type of a file; undefined for an HTML page and for files that cannot be converted. */
export function documentKind(file: FetchedFile): DocumentKind | undefined {
  const { kind } = fileKind(file);
  return kind === 'html' || kind === 'image' || kind === 'unreadable' ? undefined : kind;
}

/** Whether a file is a picture. */
export function isImage(file: FetchedFile): boolean {
  return fileKind(file).kind === 'image';
}

/**
 * What a file is. Its first bytes decide which binary file it is, and whether it is text; the media type decides which text,
 * then the name, then how the text begins. A media type that contradicts the bytes counts no more than none.
 */
export function fileKind(file: FetchedFile): FileKind {
  const { body, contentType } = file;
  const label = labelOf(contentType);
  const name = kindOfName(file);
  if (typeof body === 'string')
    return kindOfText(sampleOf(body.slice(0, SAMPLE_BYTES), body.slice(-SAMPLE_BYTES)), label, name);
  if (isPdf(body, [label.kind, name])) return { kind: 'pdf' };
  if (latin1(body.subarray(0, 5)) === '{\\rtf') return { kind: 'rtf' };
  const isText = isTextOf(body, label, name);
  const signature = isText ? undefined : signatureOf(body);
  switch (signature?.kind) {
    case 'zip':
      return kindOfZip(body, [label.kind, name]);
    case 'ole':
      return kindOfOle(body);
    case 'image':
      return { kind: 'image' };
    case undefined:
      return isText ? kindOfText(sampleOfBytes(body, contentType), label, name) : kindOfBytes(label, name);
    default:
      return { kind: 'unreadable', what: signature?.what ?? '' };
  }
}

/** What a media type says: nothing where servers send it for unknown files. */
interface Label {
  readonly mediaType: string;
  readonly kind?: FileKind;
  /** Whether it names a charset whose text has null characters. */
  readonly isWide: boolean;
}

/** Media types that servers send for unknown files: the name is more reliable. */
const GENERIC_TYPES = new Set([
  '',
  '*/*',
  'text/plain',
  'application/octet-stream',
  'application/binary',
  'binary/octet-stream',
  'application/unknown',
  'unknown/unknown',
  'application/download',
  'application/force-download',
  'application/x-download',
  'application/zip',
  'application/x-zip-compressed',
]);

function labelOf(contentType = ''): Label {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isWide = /;\s*charset\s*=\s*["']?(?:utf-?16|utf-?32|ucs-?2|unicode)/i.test(contentType);
  const kind = GENERIC_TYPES.has(mediaType) ? undefined : kindOfType(mediaType);
  return { mediaType, isWide, ...(kind && { kind }) };
}

function kindOfType(mediaType: string): FileKind | undefined {
  const kind = BY_MEDIA_TYPE[mediaType];
  if (kind) return { kind };
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return { kind: 'html' };
  if (mediaType.startsWith('image/')) return { kind: 'image' };
  if (mediaType.endsWith('+json')) return { kind: 'json' };
  if (mediaType.endsWith('+xml')) return { kind: 'xml' };
  if (!/^(?:text|application)\//.test(mediaType)) return undefined;
  const language = languageOfType(mediaType);
  if (language !== undefined) return kindOfLanguage(language);
  return mediaType.startsWith('text/') ? { kind: 'text' } : undefined;
}

function kindOfName({ url, filename }: FetchedFile): NamedKind | undefined {
  // The name of a host may end like the name of a file.
  const path = filename ?? url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = /\.([a-z\d]{2,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
  if (kind) return { kind };
  // The last part of an address may be the name of such a file by chance: `/news` is a page.
  if (filename === undefined) {
    // Nor is the version at its end an extension.
    const language = /\.\d+$/.test(name) ? undefined : languageOfExtension(name);
    return language === undefined ? undefined : { ...kindOfLanguage(language), isOfAddress: true };
  }
  const language = languageOfName(name) ?? languageOfExtension(name);
  return language === undefined ? undefined : kindOfLanguage(language);
}

/** What a name says. The end of an address often names a program that writes pages. */
type NamedKind = FileKind & { readonly isOfAddress?: boolean };

/** Languages that are kinds of their own, under the names that the table of languages has for them. */
const KINDS_OF_LANGUAGES: Readonly<Record<string, FileKind['kind']>> = {
  html: 'html',
  markdown: 'markdown',
  mdx: 'markdown',
  json: 'json',
  xml: 'xml',
  csv: 'csv',
  tsv: 'csv',
  text: 'text',
  'rich-text-format': 'rtf',
};

function kindOfLanguage(language: string): FileKind {
  const kind = KINDS_OF_LANGUAGES[language];
  return kind === undefined ? { kind: 'code', language } : ({ kind } as FileKind);
}

/** The kinds that are text, whose bytes have to be decoded. */
const TEXT_KINDS: ReadonlySet<FileKind['kind'] | undefined> = new Set([
  'html',
  'csv',
  'markdown',
  'json',
  'xml',
  'text',
  'code',
]);

/** Whether a file is text, or is said to be. */
export const isText = (file: FileKind | undefined): boolean => TEXT_KINDS.has(file?.kind);

/** As many bytes as browsers look at for the same question. */
const SNIFFED_BYTES = 1_445;

/** Whether a file is text. One that is said to be text may have stray control characters, but not begin like another file. */
function isTextOf(body: Uint8Array, { mediaType, kind, isWide }: Label, name: NamedKind | undefined): boolean {
  const start = latin1(body.subarray(0, SNIFFED_BYTES));
  if (isWide || isWideText(start)) return true;
  if (!hasBinaryCharacters(start)) return true;
  if (!isText(kind) && mediaType !== 'text/plain' && !isText(name)) return false;
  return /^\s*</.test(start) || !(start.includes('\0') || signatureOf(body));
}

/** Whether there are control characters that browsers find in no text. */
function hasBinaryCharacters(start: string): boolean {
  for (const character of start) if (character < ' ' && !'\t\n\f\r\u001B'.includes(character)) return true;
  return false;
}

/** Text in two bytes a character: with a byte order mark, or beginning with `<`. */
function isWideText(start: string): boolean {
  return /^(?:\xff\xfe|\xfe\xff|<\0|\0<)/.test(start);
}

/** A PDF may begin after other bytes, where something else says that it is one. */
function isPdf(body: Uint8Array, said: readonly (FileKind | undefined)[]): boolean {
  const start = latin1(body.subarray(0, 1_024));
  return said.some((kind) => kind?.kind === 'pdf')
    ? start.includes('%PDF-')
    : /^(?:\xef\xbb\xbf)?\s*%PDF-\d/.test(start);
}

function kindOfZip(body: Uint8Array, said: readonly (FileKind | undefined)[]): FileKind {
  const { kind, mediaType, isOpenDocument } = zipFacts(body);
  const stated = BY_MEDIA_TYPE[mediaType?.replace(/-template$/, '') ?? ''] ?? kind;
  if (stated) return { kind: stated };
  const saidKind = said.find((some) => some && !isText(some) && some.kind !== 'image' && some.kind !== 'pdf');
  // An archive that is broken or unusual, whose reader says what it lacks.
  if (saidKind) return saidKind;
  if (isOpenDocument && mediaType === undefined) return { kind: 'odt' };
  return { kind: 'unreadable', what: mediaType ? `a file of the type ${mediaType}` : 'a ZIP archive' };
}

/** What a binary file is whose first bytes tell nothing. */
function kindOfBytes({ mediaType, kind }: Label, name: NamedKind | undefined): FileKind {
  // The reader of the kind tells what is wrong with it.
  const said = [kind, name].find((some) => some && !isText(some));
  if (said) return said;
  const type = mediaType === '' || isText(kind) ? 'an unknown type' : `the type ${mediaType}`;
  return { kind: 'unreadable', what: `a binary file of ${type}` };
}

/** What a text is. */
function kindOfText(sample: TextSample, { mediaType, kind }: Label, name: NamedKind | undefined): FileKind {
  if (isRichText(sample)) return { kind: 'rtf' };
  if (sample.start.startsWith('%PDF-')) return { kind: 'pdf' };
  const said: NamedKind | undefined = [kind, name].find(isText);
  if (isHtmlDocument(sample)) return said && isSource(sample, said) ? said : { kind: 'html' };
  if (kind?.kind === 'image' && /svg/.test(mediaType)) return kind;
  if (isSpreadsheetXml(sample)) return { kind: 'spreadsheet' };
  if (kind?.kind === 'html') {
    if (isJsonObject(sample)) return { kind: 'json' };
    return hasXmlDeclaration(sample) && isXml(sample) ? { kind: 'xml' } : kind;
  }
  // `text/…` of an unknown type says less than a name.
  if (said === name && said?.isOfAddress && mediaType !== 'text/plain' && beginsWithHtml(sample))
    return { kind: 'html' };
  if (said) return said.kind === 'text' && name && isText(name) ? name : said;
  if (isJson(sample)) return { kind: 'json' };
  if (isXml(sample)) return { kind: 'xml' };
  if (sample.last === '' && (kind ?? name)) return kind ?? name ?? { kind: 'html' };
  if (mediaType !== 'text/plain' && beginsWithHtml(sample)) return { kind: 'html' };
  // Browsers send this type with files of separated values.
  if (kind?.kind === 'spreadsheet' || name?.kind === 'spreadsheet') return { kind: 'csv' };
  // A text of which nothing is said is HTML, unless its name says that it is none.
  return mediaType === '' && !name ? { kind: 'html' } : { kind: 'text' };
}

/** Whether a text that begins like a page is what it is said to be: a text about HTML, or a program that writes it. */
function isSource(sample: TextSample, { kind }: FileKind): boolean {
  return kind === 'code' ? isTemplate(sample) : kind === 'text' || kind === 'markdown';
}

/** The beginning and the end of a text that decide what it is. */
const SAMPLE_BYTES = 4_096;

function sampleOf(start: string, end: string): TextSample {
  return { start: start.replace(/^\uFEFF/, ''), last: end.replace(/[\s\0]+$/, '').slice(-1) };
}

function sampleOfBytes(body: Uint8Array, contentType = ''): TextSample {
  const text = decoderOf(latin1(body.subarray(0, 2)), contentType);
  return sampleOf(text.decode(body.subarray(0, SAMPLE_BYTES)), latin1(body.subarray(-SAMPLE_BYTES)));
}

/** Only letters of ASCII decide, which all encodings of one byte share. */
function decoderOf(mark: string, contentType: string) {
  if (mark === '\xff\xfe' || mark === '<\0') return new TextDecoder('utf-16le');
  if (mark === '\xfe\xff' || mark === '\0<') return new TextDecoder('utf-16be');
  const [, wide] = /;\s*charset\s*=\s*["']?(utf-?16(?:[bl]e)?)/i.exec(contentType) ?? [];
  return new TextDecoder(wide ? wide.replace(/^utf-?16/i, 'utf-16') : 'utf-8');
}
