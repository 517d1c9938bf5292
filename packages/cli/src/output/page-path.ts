import { createHash } from 'node:crypto';

/**
 * What file systems take for a name, with its digest and its extension: most take 255 bytes, those that encrypt names 143.
 * Some store accents decomposed, which takes more bytes.
 */
const MAX_NAME_BYTES = 120;

/** What a path may have below the folder of the output: macOS takes 1,024 bytes for the whole path, Linux 4,096. */
const MAX_PATH_BYTES = 700;

/** Names that Windows keeps for devices, also with an extension or blanks after them. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;

/** Characters that a file system refuses, a shell or a terminal obeys, or nobody sees. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;

/** Only this program ends a name in a digest, so that no page can have the name of another one. */
const HAS_DIGEST = /-[\da-f]{16}$/i;

/** Whether file systems of this machine usually take `A` and `a`, or two forms of `é`, for one name. */
const IGNORES_CASE = ['darwin', 'win32'].includes(process.platform);

/**
 * Where the file of a page lies below the folder of the output: the host, then the path of the URL. Never leads out of the
 * folder. Pages of different URLs have different files, and the file of a page is the same in each run. A name that cannot be
 * that of its URL alone ends in a digest; a path that would be too long leaves out its folders.
 *
 * @param ignoresCase - Whether names that differ only in case have to differ in more than that.
 * @example
 * pagePath('https://docs.example.com/guide/start?v=2', 'md'); // docs.example.com/guide/start-<digest of the URL>.md
 */
export function pagePath(url: string, extension: string, ignoresCase = IGNORES_CASE): string {
  const page = new URL(url);
  const { pathname } = page;
  const segments = pathname.split('/').filter(Boolean);
  const isIndex = pathname.endsWith('/') || segments.length === 0;
  const segment = isIndex ? 'index' : (segments.pop() ?? 'index');
  // The URL is more than the names of its path.
  const isOther = partAfterHost(page) !== pathname || pathname.includes('//') || (!isIndex && segment === 'index');
  const host = folderName(hostOf(page), ignoresCase);
  const name = nameOf(segment, ignoresCase);
  const file = name.isWhole && !isOther ? name.stem : `${name.stem}-${digest(page.href)}`;
  const path = [host, ...segments.map((folder) => folderName(folder, ignoresCase)), `${file}.${extension}`].join('/');
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? `${host}/${name.stem}-${digest(page.href)}.${extension}` : path;
}

/** Where the file of a page without a URL lies: two of them have one name only if they are the same. */
export const pathWithoutUrl = (text: string, extension: string): string => `without-url/${digest(text)}.${extension}`;

/** The host with its port, unless that is the one of HTTPS. */
function hostOf({ protocol, hostname, port }: URL): string {
  const effectivePort = port || (protocol === 'http:' ? '80' : '');
  return effectivePort ? `${hostname}_${effectivePort}` : hostname || 'no-host';
}

const partAfterHost = ({ href, protocol, host }: URL): string => href.slice(`${protocol}//${host}`.length);

/** No folder is named like the file of a page: a page and a folder could not both have the name. */
function folderName(segment: string, ignoresCase: boolean): string {
  const { stem, isWhole } = nameOf(segment, ignoresCase);
  return isWhole && !/\.(?:md|json)$/i.test(stem) ? stem : `${stem}-${digest(segment)}`;
}

/** A part of the path of a URL as a name for every file system, and whether no other part has the same name. */
function nameOf(segment: string, ignoresCase: boolean): { readonly stem: string; readonly isWhole: boolean } {
  const text = decoded(segment);
  const plain = text.replaceAll(UNSAFE, '_').replace(/^\.+|[. ]+$/g, '_');
  const safe = shortened(DEVICES.test(plain) ? `_${plain}` : plain);
  // A letter may also be written by its code, where it need not be.
  const isWrittenOtherwise = segment !== segmentOf(text);
  const isOneOfSeveral = ignoresCase && foldedCase(text) !== text;
  return { stem: safe, isWhole: safe === text && !isWrittenOtherwise && !isOneOfSeveral && !HAS_DIGEST.test(safe) };
}

/** The text as a URL writes it. */
const segmentOf = (text: string): string => new URL(`http://host/${text.replaceAll('%', '%25')}`).pathname.slice(1);

/** Names that a file system may take for one have one folded form. */
const foldedCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().normalize();

/** The beginning of the text, whole characters of at most so many bytes, also where accents are stored decomposed. */
function shortened(text: string): string {
  let bytes = 0;
  let short = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character.normalize('NFD'));
    if (bytes > MAX_NAME_BYTES) return short.replace(/[. ]+$/, '_');
    short += character;
  }
  return text;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
