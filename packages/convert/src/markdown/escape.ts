/**
 * Matches only characters that Markdown would read as markup in their position, except runs of `*`, `_` and `~`, which
 * mean something only in pairs. `[1]` and `a < b` stay unescaped, because people and models read the Markdown as often as it
 * is rendered.
 */
const MARKUP = /\\(?=[!-/:-@[-`{-~]|$)|`|\](?=[([:])|\[(?=\^\d+\])|<(?=[a-z/!?])|&(?=#?\w{1,32};)/giu;

const LINE_START =
  /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+$|-{2,}$|(?=[:|]?\s*:?-+:?\s*(?:\||$))[:|-][-|:\s]*$|\d{1,9}(?=[.)](?:\s|$)))/;

export function escapeText(text: string): string {
  return text.replace(MARKUP, '\\$&');
}

/** Escapes what would start a block at the beginning of a line. */
export function escapeLineStart(text: string): string {
  return text.replace(LINE_START, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`));
}

export function escapeBrackets(text: string): string {
  return text.replace(/(?<!\\)[[\]]/g, '\\$&');
}

/** A code span whose fence is longer than any run of backticks in it. */
export function codeSpan(code: string): string {
  const fence = '`'.repeat(longestRun(code) + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

export function codeBlock(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Escapes unbalanced parentheses, which would end the destination of a link early. */
export function linkDestination(url: string): string {
  let open = 0;
  for (const character of url) {
    if (character === '(') open++;
    else if (character === ')' && --open < 0) break;
  }
  return open === 0 ? url : url.replace(/[()]/g, '\\$&');
}

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return longest;
}
