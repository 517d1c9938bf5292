/** Tracking parameters: they tell how a visitor came to a page and do not identify it. */
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_cid|mc_eid)$/;

/** A key that is the same for all URLs of one page. */
export function pageKey(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  for (const name of [...searchParams.keys()]) if (TRACKING.test(name)) searchParams.delete(name);
  const query = searchParams.toString();
  return `${host}${pathname.replace(/\/(?:index\.html?)?$/, '')}${query && `?${query}`}`;
}

/** The file extension of a URL, such as `pdf`, or an empty string. */
export function extensionOf(path: string): string {
  return (
    path
      .split(/[?#]/, 1)[0]
      ?.match(/[^/]\.([a-z\d]{1,8})$/i)?.[1]
      ?.toLowerCase() ?? ''
  );
}

const FILETYPES: Readonly<Record<string, string>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/rtf': 'rtf',
  'text/csv': 'csv',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
};

/** The file extension of a media type, or an empty string. */
export function filetypeOf(contentType: string): string {
  return FILETYPES[contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''] ?? '';
}
