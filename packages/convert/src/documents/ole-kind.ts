import type { FileKind } from './document-kind.js';

/** Old Office files by the names of their streams. */
const OLE_STREAMS: readonly (readonly [name: string, kind: FileKind])[] = [
  ['EncryptedPackage', { kind: 'unreadable', what: 'an Office document that is encrypted with a password' }],
  ['Workbook', { kind: 'spreadsheet' }],
  ['Book', { kind: 'spreadsheet' }],
  ['WordDocument', { kind: 'unreadable', what: 'a Word document of before 2007 (.doc): save it as .docx' }],
  ['PowerPoint Document', { kind: 'unreadable', what: 'a presentation of before 2007 (.ppt): save it as .pptx' }],
  ['__properties_version1.0', { kind: 'unreadable', what: 'a message of Outlook (.msg)' }],
];

/** The directory of such a file is seldom longer. */
const OLE_DIRECTORY_BYTES = 16 * 1024;

/** What an Office file of before 2007 is. */
export function kindOfOle(body: Uint8Array): FileKind {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const other: FileKind = { kind: 'unreadable', what: 'an old Office file of an unknown type' };
  if (body.length < 512) return other;
  const directory = (view.getUint32(48, true) + 1) * 2 ** view.getUint16(30, true);
  const names = new TextDecoder('utf-16le').decode(body.subarray(directory, directory + OLE_DIRECTORY_BYTES));
  return OLE_STREAMS.find(([name]) => names.includes(`${name}\0`))?.[1] ?? other;
}
