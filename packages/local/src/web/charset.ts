import { analyse } from 'chardet';

// Bytes looked at: browsers look for `<meta>` in the first 1,024, pages with large comments need some more.
const PRELUDE = 4_096;
const SAMPLE = 64 * 1024;

/** A weaker guess of `chardet` is worth less than what most old pages are in, windows-1252. */
const SURE = 30;

/**
 * The text of a page or file. Its encoding is told by the first of these that says so: a byte order mark, the
 * `Content-Type` header, the page itself, the bytes being UTF-8, and the letters that they would be in other encodings.
 */
export function decodeText(body: Uint8Array, contentType: string | undefined): string {
  const declared = byteOrderMark(body) ?? known(charsetOf(contentType)) ?? known(declaredInPage(body));
  if (declared) return decode(body, declared);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return decode(body, guessed(body) ?? 'windows-1252');
  }
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

function charsetOf(contentType = ''): string | undefined {
  return /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType)?.[1];
}

function declaredInPage(body: Uint8Array): string | undefined {
  const prelude = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, PRELUDE)).toString('latin1');
  const meta = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^"'\s/>;]+)/i.exec(prelude)?.[1];
  const xml = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']+)/i.exec(prelude)?.[1];
  const label = meta ?? xml;
  // A page that can be read as ASCII so far is not UTF-16, whatever it says of itself.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/** What browsers call an encoding; undefined for names that nobody knows. */
function known(label: string | undefined): string | undefined {
  try {
    return label && new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function guessed(body: Uint8Array): string | undefined {
  const matches = analyse(body.subarray(0, SAMPLE));
  for (const { name, confidence } of matches) {
    const encoding = confidence >= SURE ? known(name) : undefined;
    if (encoding && encoding !== 'utf-8') return encoding;
  }
  return undefined;
}

/** In two steps, since some versions of Node.js take windows-1252 for Latin-1 when they are asked for all at once. */
function decode(body: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  return decoder.decode(body, { stream: true }) + decoder.decode();
}
