import { analyse } from 'chardet';

// Browsers look for `<meta>` in the first 1,024 bytes; pages with large comments need some more.
const PRELUDE_BYTES = 4_096;
const SAMPLE_BYTES = 64 * 1024;

/** Below this confidence of `chardet`, windows-1252 is the better guess: most old pages use it. */
const MIN_CONFIDENCE = 30;

/**
 * Decodes the text of a page or file. The encoding comes from the first of these that names one: a byte order mark, the
 * `Content-Type` header, the page itself, a check for valid UTF-8, and a guess from the letters.
 */
export function decodeText(body: Uint8Array, contentType: string | undefined): string {
  const declaredCharset =
    byteOrderMark(body) ?? supportedEncoding(charsetOf(contentType)) ?? supportedEncoding(declaredInPage(body));
  if (declaredCharset) return decode(body, declaredCharset);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return decode(body, detectedEncoding(body) ?? 'windows-1252');
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
  const prelude = new TextDecoder('latin1').decode(body.subarray(0, PRELUDE_BYTES));
  const meta = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^"'\s/>;]+)/i.exec(prelude)?.[1];
  const xml = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']+)/i.exec(prelude)?.[1];
  const label = meta ?? xml;
  // The declaration was read as ASCII, so the page cannot be UTF-16.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/** The standard name of an encoding; undefined for unknown labels. */
function supportedEncoding(label: string | undefined): string | undefined {
  try {
    return label && new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function detectedEncoding(body: Uint8Array): string | undefined {
  const matches = analyse(body.subarray(0, SAMPLE_BYTES));
  for (const { name, confidence } of matches) {
    const encoding = confidence >= MIN_CONFIDENCE ? supportedEncoding(name) : undefined;
    if (encoding && encoding !== 'utf-8') return encoding;
  }
  return undefined;
}

/** Decodes in two steps, because some versions of Node.js decode windows-1252 as Latin-1 in a single call. */
function decode(body: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  return decoder.decode(body, { stream: true }) + decoder.decode();
}
