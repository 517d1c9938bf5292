/**
 * Characters that a text from others could do something with: those that steer a terminal, begin a line or turn the
 * direction of what follows, and those that nobody sees. The runner of GitHub takes `##[` for the beginning of a command,
 * wherever it stands.
 */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{AD}\u{180E}\u{200B}\u{2060}-\u{206F}\u{FEFF}\u{FFF9}-\u{FFFB}\u{E0000}-\u{E0FFF}]|#(?=#\[)/gu;

/** A line break of JSON is outside of its texts. There are millions in a long report, so that they are no matches. */
const UNSEEN_IN_JSON = new RegExp(`(?!\\n)(?:${UNSEEN.source})`, UNSEEN.flags);

/** It takes `::` for one at the beginning of a line. */
const COMMAND = /^(\s*):(?=:)/;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text in one line, in which such characters are written as escapes. */
export function visible(text: string): string {
  return text.replaceAll(UNSEEN, (sign) => SHORT[sign] ?? escaped(sign)).replace(COMMAND, `$1${escaped(':')}`);
}

function escaped(sign: string): string {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The lines of a text, each of them visible. */
export function visibleLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => visible(line.replaceAll('\t', '  ')));
}

/** JSON of a value, in which such characters are escapes of JSON. */
export function visibleJson(value: unknown): string {
  const units = (sign: string) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
  return JSON.stringify(value, null, 2).replaceAll(UNSEEN_IN_JSON, units);
}

/** A word as a shell takes it. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
