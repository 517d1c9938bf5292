import type { DocumentKind } from './document-kind.js';
import { latin1 } from './signatures.js';

/** The part of a document that only its kind has. */
const BY_PART: readonly (readonly [part: RegExp, kind: DocumentKind])[] = [
  [/^word\//, 'docx'],
  [/^ppt\//, 'pptx'],
  [/^xl\//, 'spreadsheet'],
  [/^META-INF\/container\.xml$/, 'epub'],
];

/** More files than this do not have to be looked at to find the kind of a document. */
const MAX_FILES = 5_000;

/** What a ZIP archive tells of the document that it holds. */
export interface ZipFacts {
  /** The kind, where a part tells it. */
  readonly kind: DocumentKind | undefined;
  /** The media type that OpenDocument files and books begin with. */
  readonly mediaType: string | undefined;
  /** Whether it has the content of an OpenDocument file. */
  readonly isOpenDocument: boolean;
}

export function zipFacts(bytes: Uint8Array): ZipFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = [...namesOf(bytes, view)];
  const kind = BY_PART.find(([part]) => names.some((name) => part.test(name)))?.[1];
  return { kind, mediaType: mediaTypeOf(bytes, view), isOpenDocument: names.includes('content.xml') };
}

/** The text of a first file `mimetype` that is not compressed. */
function mediaTypeOf(bytes: Uint8Array, view: DataView): string | undefined {
  const from = 30;
  if (bytes.length < from + 8 || latin1(bytes.subarray(from, from + 8)) !== 'mimetype') return undefined;
  const isStored = view.getUint16(8, true) === 0;
  if (!isStored) return undefined;
  const start = from + view.getUint16(26, true) + view.getUint16(28, true);
  const size = view.getUint32(18, true);
  return latin1(bytes.subarray(start, start + Math.min(size, 200))).trim();
}

/** The names of the files in the directory at the end of an archive. */
function* namesOf(bytes: Uint8Array, view: DataView): Generator<string> {
  let end = bytes.length - 22;
  const first = Math.max(0, end - 0xffff);
  while (end >= first && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < first) return;
  let at = view.getUint32(end + 16, true);
  for (let count = 0; count < MAX_FILES && at + 46 <= end && view.getUint32(at, true) === 0x02014b50; count++) {
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    yield latin1(bytes.subarray(at + 46, at + 46 + Math.min(name, 1_000)));
    at += 46 + name + extra + comment;
  }
}
