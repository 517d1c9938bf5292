import type { Text, TextPart } from '../text.js';
import { visible, visibleLines } from './visible.js';

/** A status or a version, and words: nothing that GitHub could take for a mention, an issue, a commit or an address. */
const HARMLESS = [/^v?\d{1,6}([.-]\d{1,6})*$/, /^(?!.*www\.)(?!.*\b[a-f]{7,}\b)(\p{L}|[ ,;!?()'’“”…]|\.(?= |$))+$/u];

/**
 * A text in Markdown as GitHub renders it. GitHub looks for mentions, issues, commits and addresses in what it has rendered,
 * and escapes do not hold it back. It leaves code alone, so names from others are code.
 */
export function markdownLine(text: Text): string {
  return text.map(inline).join('');
}

function inline({ kind, text }: TextPart): string {
  if (kind === 'words') return visible(text).replaceAll(/[\\*_[\]<>#|@~&]/g, '\\$&');
  return kind === 'name' && HARMLESS.some((each) => each.test(text)) ? text : codeSpan(text);
}

/** A text in bold letters. */
export function markdownStrong(text: Text): string {
  return `**${markdownLine(text)}**`;
}

/** Puts code between more backticks than it has. */
function codeSpan(text: string): string {
  const shown = visible(text) || ' ';
  const fence = '`'.repeat(longestRun(shown) + 1);
  const space = /^`|`$|^ .* $/.test(shown) ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

/** A block of code between more backticks than it has. */
export function markdownBlock(language: 'diff' | 'yaml', text: string): string[] {
  const lines = visibleLines(text);
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}${language}`, ...lines, fence];
}

/** Indents lines so that they belong to the item of a list. */
export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line ? `  ${line}` : ''));
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
