/** The file types that can be converted, other than HTML pages and images. */
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
  | 'text'
  | 'code';

/** A document, and for code its language, as it follows a fence; undefined where it is not known. */
export interface DocumentFile {
  readonly kind: DocumentKind;
  readonly language?: string | undefined;
}

/** What a file is: a page, an image, a document, or nothing that can be converted. */
export type FileKind =
  | { readonly kind: 'html' | 'image' }
  | DocumentFile
  | { readonly kind: 'unreadable'; readonly what: string };

export const BY_EXTENSION: Readonly<Record<string, DocumentKind>> = {
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

export const BY_MEDIA_TYPE: Readonly<Record<string, DocumentKind>> = {
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
