/** The file types that can be converted, other than HTML pages. */
export type DocumentKind =
  | 'pdf'
  | 'docx'
  | 'odt'
  | 'pptx'
  | 'epub'
  | 'rtf'
  | 'spreadsheet'
  | 'csv'
  | 'markdown'
  | 'json'
  | 'xml'
  | 'text';

const BY_EXTENSION: Readonly<Record<string, DocumentKind>> = {
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  odt: 'odt',
  odp: 'odt',
  pptx: 'pptx',
  pptm: 'pptx',
  epub: 'epub',
  rtf: 'rtf',
  xlsx: 'spreadsheet',
  xlsm: 'spreadsheet',
  xlsb: 'spreadsheet',
  xls: 'spreadsheet',
  ods: 'spreadsheet',
  csv: 'csv',
  tsv: 'csv',
  md: 'markdown',
  markdown: 'markdown',
  json: 'json',
  xml: 'xml',
  txt: 'text',
  log: 'text',
};

/** The extensions of files that can be converted, without a dot. */
export const DOCUMENT_EXTENSIONS = Object.keys(BY_EXTENSION);

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

const BY_MEDIA_TYPE: Readonly<Record<string, DocumentKind>> = {
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
  [`${OFFICE}.wordprocessingml.document`]: 'docx',
  'application/vnd.ms-word.document.macroenabled.12': 'docx',
  [`${OPEN}.text`]: 'odt',
  [`${OPEN}.presentation`]: 'odt',
  [`${OFFICE}.presentationml.presentation`]: 'pptx',
  'application/vnd.ms-powerpoint.presentation.macroenabled.12': 'pptx',
  'application/epub+zip': 'epub',
  'application/rtf': 'rtf',
  'text/rtf': 'rtf',
  [`${OFFICE}.spreadsheetml.sheet`]: 'spreadsheet',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'spreadsheet',
  'application/vnd.ms-excel.sheet.binary.macroenabled.12': 'spreadsheet',
  'application/vnd.ms-excel': 'spreadsheet',
  [`${OPEN}.spreadsheet`]: 'spreadsheet',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
};

/** Media types that servers send for unknown files: the extension is more reliable. */
const GENERIC_TYPES = new Set([
  undefined,
  '',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
  'application/zip',
]);

export interface FetchedFile {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: string | Uint8Array;
}

/** The type of a file; undefined for an HTML page and for files that cannot be converted. */
export function documentKind({ url, contentType, body }: FetchedFile): DocumentKind | undefined {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (GENERIC_TYPES.has(mediaType)) {
    const extension =
      url
        .split(/[?#]/, 1)[0]
        ?.match(/\.([a-z]{2,8})$/i)?.[1]
        ?.toLowerCase() ?? '';
    if (isPdf(body)) return 'pdf';
    return BY_EXTENSION[extension] ?? (mediaType === 'text/plain' ? 'text' : undefined);
  }
  if (mediaType === undefined || mediaType === 'application/xhtml+xml') return undefined;
  if (mediaType.endsWith('+json')) return 'json';
  if (mediaType.endsWith('+xml') && !mediaType.startsWith('image/')) return 'xml';
  return BY_MEDIA_TYPE[mediaType];
}

function isPdf(body: string | Uint8Array): boolean {
  if (typeof body === 'string') return body.startsWith('%PDF-');
  return String.fromCharCode(...body.subarray(0, 5)) === '%PDF-';
}
