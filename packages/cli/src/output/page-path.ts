import { createHash } from 'node:crypto';

/** File systems take 255 bytes for a name; the rest is for a digest and an extension. */
const MAX_NAME_BYTES = 180;

/** Names that Windows keeps for devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Where the file of a page lies below the folder of the output: the host, then the path of the URL. Never leads out of the
 * folder. Pages with another path or another query have another file.
 *
 * @example
 * pagePath('https://docs.example.com/guide/start?v=2', 'md'); // docs.example.com/guide/start-<digest of ?v=2>.md
 */
export function pagePath(url: string, extension: string): string {
  const { hostname, port, pathname, search } = new URL(url);
  const segments = pathname.split('/').filter(Boolean).map(decoded);
  const isIndex = pathname.endsWith('/') || segments.length === 0;
  const name = isIndex ? 'index' : (segments.pop() ?? 'index');
  const isOther = search !== '' || (!isIndex && name === 'index');
  const folders = [port ? `${hostname}_${port}` : hostname, ...segments].map(safeFolder);
  return [...folders, `${safeName(isOther ? `${name}-${digest(pathname + search)}` : name)}.${extension}`].join('/');
}

function safeName(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '_').replace(/^\.+|[. ]+$/g, '_');
  const safe = DEVICES.test(plain) ? `_${plain}` : plain;
  const isChanged = safe !== text || Buffer.byteLength(safe) > MAX_NAME_BYTES;
  return isChanged ? `${shortened(safe)}-${digest(text)}` : safe;
}

/** No folder is named like the file of a page: a page and a folder could not both have the name. */
function safeFolder(text: string): string {
  const name = safeName(text);
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
