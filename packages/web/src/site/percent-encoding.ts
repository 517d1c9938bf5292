/** Characters that mean the same encoded and as they are (RFC 3986, section 2.3). */
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/** Characters that separate parts of a URL, where they are not encoded, and those that nobody sees. */
const SEPARATOR = /[:/?#[\]@!$&'()*+,;=%\p{Cc}]/u;

const ESCAPE = /%([0-9a-f]{2})/gi;

/** One or more escapes in a row, which may be the bytes of one character. */
const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/** Writes each escape of a URL in the one way that RFC 3986, section 6.2.2, prefers: `%7e` as `~`, and `%e6` as `%E6`. */
export function normalEscapes(text: string): string {
  return text.replace(ESCAPE, (written, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : written.toUpperCase();
  });
}

/**
 * Writes the escapes of a URL as the characters that they stand for, as people read them: `/caf%c3%a9` as `/café`. Encoded
 * separators and bytes that are no UTF-8 remain escapes.
 */
export function readableEscapes(
  text: string,
  toText: (character: string) => string = (character) => character,
): string {
  return normalEscapes(text)
    .replace(ESCAPES, (escapes) => decode(escapes, toText))
    .normalize('NFC');
}

const LENIENT = new TextDecoder();

function decode(escapes: string, toText: (character: string) => string): string {
  const bytes = escapes
    .split('%')
    .slice(1)
    .map((hex) => Number.parseInt(hex, 16));
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes[at] ?? 0);
    const character = LENIENT.decode(new Uint8Array(bytes.slice(at, at + length)));
    const isReadable = [...character].length === 1 && character !== '\uFFFD' && !SEPARATOR.test(character);
    const taken = isReadable ? length : 1;
    text += isReadable ? toText(character) : escapes.slice(at * 3, (at + taken) * 3);
    at += taken;
  }
  return text;
}

/** How many bytes a character of UTF-8 has that begins with this one. */
function lengthOf(byte: number): number {
  if (byte < 0xc0) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
