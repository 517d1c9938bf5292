import { createHash } from 'node:crypto';

/** File systems take 255 bytes for a name; the rest is for a digest and an extension. */
const MAX_NAME_BYTES = 180;

/** Names that Windows keeps for devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Whether file systems of this machine usually take `A` and `a`, or two forms of `é`, for one name. */
const IGNORES_CASE = ['darwin', 'win32'].includes(process.platform);

/**
 * Where the file of a page lies below the folder of the output: the host, then the path of the URL. Never leads out of the
 * folder. Pages with another path or another query have another file.
 *
 * @param ignoresCase - Whether names that differ only in case have to differ in more than that.
 * @example
 * pagePath('https://docs.example.com/guide/start?v=2', 'md'); // docs.example.com/guide/start-<digest of ?v=2>.md
 */
export function pagePath(url: string, extension: string, ignoresCase = IGNORES_CASE): string {
  const { hostname, port, pathname, search } = new URL(url);
  const segments = pathname.split('/').filter(Boolean).map(decoded);
  const isIndex = pathname.endsWith('/') || segments.length === 0;
  const name = isIndex ? 'index' : (segments.pop() ?? 'index');
  const isOther = search !== '' || (!isIndex && name === 'index');
  const folders = [port ? `${hostname}_${port}` : hostname, ...segments].map((text) => safeFolder(text, ignoresCase));
  const file = safeName(isOther ? `${name}-${digest(pathname + search)}` : name, ignoresCase);
  return [...folders, `${file}.${extension}`].join('/');
}

/** Where the file of a page without a URL lies: two of them have one name only if they are the same. */
export const pathWithoutUrl = (text: string, extension: string): string => `without-url/${digest(text)}.${extension}`;

function safeName(text: string, ignoresCase: boolean): string {
  const plain = text.replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '_').replace(/^\.+|[. ]+$/g, '_');
  const safe = DEVICES.test(plain) ? `_${plain}` : plain;
  const isOneOfSeveral = ignoresCase && text.toLowerCase().normalize() !== text;
  const isChanged = safe !== text || isOneOfSeveral || Buffer.byteLength(safe) > MAX_NAME_BYTES;
  return isChanged ? `${shortened(safe)}-${digest(text)}` : safe;
}

/** No folder is named like the file of a page: a page and a folder could not both have the name. */
function safeFolder(text: string, ignoresCase: boolean): string {
  const name = safeName(text, ignoresCase);
  return /\.(?:md|json)$/i.test(name) ? `${name}-${digest(text)}` : name;
}

function shortened(text: string): string {
  let short = text;
  while (Buffer.byteLength(short) > MAX_NAME_BYTES) short = short.slice(0, -1);
  return short;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
