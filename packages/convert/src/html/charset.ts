import { analyse } from 'chardet';
import { type CharsetGuess, guessCharset } from './charset-guess.js';

// Browsers look for `<meta>` in the first 1,024 bytes; pages with large comments need some more.
const PRELUDE_BYTES = 4_096;
const SAMPLE_BYTES = 64 * 1024;

/** Below this confidence of `chardet`, its guess is one of several. */
const MIN_CONFIDENCE = 30;

/** The text of a page or file. */
export interface DecodedText {
  readonly text: string;
  /** The encoding, where it was guessed and another one is about as likely. */
  readonly unsureEncoding?: string;
}

/**
 * Decodes the text of a page or file. The encoding comes from the first of these that names one: a byte order mark, the
 * `Content-Type` header, the page itself, a check for valid UTF-8, and a guess from the letters.
 */
export function decodeText(body: Uint8Array, contentType: string | undefined): DecodedText {
  const declaredCharset =
    byteOrderMark(body) ?? supportedEncoding(charsetOf(contentType)) ?? supportedEncoding(declaredInPage(body));
  if (declaredCharset) return { text: decode(body, declaredCharset) };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(body) };
  } catch {
    const { encoding, isUnsure } = detectedEncoding(body);
    return { text: decode(body, encoding), ...(isUnsure && { unsureEncoding: encoding }) };
  }
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  // XML and HTML begin with this sign.
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
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

/** So many letters that are not ASCII tell the encoding by how often each of them appears. */
const LONG_TEXT = 200;

function detectedEncoding(body: Uint8Array): CharsetGuess {
  const sample = body.subarray(0, SAMPLE_BYTES);
  const confidences = new Map<string, number>();
  for (const { name, confidence } of analyse(sample)) {
    const encoding = supportedEncoding(name);
    if (!encoding || encoding === 'utf-8' || confidences.has(encoding)) continue;
    confidences.set(encoding, confidence);
  }
  const [likeliest] = confidences;
  const letters = sample.reduce((count, byte) => count + Number(byte > 0x7f), 0);
  if (likeliest && likeliest[1] >= MIN_CONFIDENCE && letters >= LONG_TEXT) {
    return { encoding: likeliest[0], isUnsure: false };
  }
  return guessCharset(body, (encoding) => (confidences.get(encoding) ?? 0) / 100);
}

/** Decodes in two steps, because some versions of Node.js decode windows-1252 as Latin-1 in a single call. */
function decode(body: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  return decoder.decode(body, { stream: true }) + decoder.decode();
}
