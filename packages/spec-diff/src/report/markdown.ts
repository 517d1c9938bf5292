import { adviceOn } from './advice.js';
import type { Change, Report, Verdict } from './report.js';
import {
  audienceSummary,
  byOperations,
  impactSentence,
  isShowable,
  placeOf,
  SAME_TYPES,
  short,
  sidesOf,
  summary,
  typeLines,
} from './words.js';

/** What a comment on GitHub may hold is 65,536 characters; whoever posts the report has a few words of their own. */
const MOST = 65_000;

const VERDICTS: Record<Verdict, string> = {
  major: '🔴 **major**: programs that work today can stop working.',
  minor: '🟢 **minor**: there is more, and nothing that works today stops working for certain.',
  patch: '⚪ **patch**: no program notices anything.',
  none: '⚪ **none**: nothing changes.',
};

interface MarkdownOptions {
  /** How many characters there may be. */
  most?: number;
  /** The command that shows what there is no room for. */
  command?: string;
}

/** A part of the report that is shown whole or not at all. */
interface Block {
  text: string;
  changes: number;
}

/** Writes a comment for a pull request: the verdict, what breaks and what to do instead. The rest is folded away. */
export function markdown(report: Report, { most = MOST, command }: MarkdownOptions = {}): string {
  const of = (level: Change['level']) => report.changes.filter((change) => change.level === level);
  const head = `## Contract changes\n\n${VERDICTS[report.verdict]} ${summary(report)}\n\n${audienceSummary(report)}\n`;
  const sections: Section[] = [
    { open: '', close: '', blocks: byOperations(of('breaking'), 6).flatMap(breakingBlocks) },
    heading('What may break some programs', byOperations(of('warning'), 6).flatMap(breakingBlocks)),
    { open: '', close: '', blocks: codeBlocks(report.code ?? []) },
    folded('Compatible changes', of('additive')),
    folded('Without effect on programs', of('neutral')),
    folded('Wording', of('docs')),
    folded('Written in another way, the same in meaning', of('equivalent')),
  ];
  return fitted(head, sections, report.changes.length, { most, command });
}

interface Section {
  open: string;
  close: string;
  blocks: Block[];
}

/** As much of the sections as there is room for, and how much was left out. */
function fitted(
  head: string,
  sections: readonly Section[],
  total: number,
  { most, command }: { most: number; command: string | undefined },
): string {
  const leftOut = (count: number) =>
    `\n${count} more ${count === 1 ? 'change is' : 'changes are'} left out here${command ? `: \`${command}\` shows all` : ''}.\n`;
  const available = most - leftOut(total).length;
  let text = head;
  let shown = 0;
  for (const { open, close, blocks } of sections) {
    const fitting: Block[] = [];
    let length = text.length + open.length + close.length;
    for (const block of blocks) {
      length += block.text.length;
      if (length > available) break;
      fitting.push(block);
    }
    if (fitting.length === 0) continue;
    text += `${open}${fitting.map((block) => block.text).join('')}${close}`;
    shown += fitting.reduce((sum, { changes }) => sum + changes, 0);
  }
  return shown < total ? text + leftOut(total - shown) : text;
}

function heading(title: string, blocks: Block[]): Section {
  return { open: `\n## ${title}\n`, close: '', blocks };
}

function breakingBlocks({ heading, changes }: { heading: string; changes: Change[] }): Block[] {
  return changes.map((change, index) => ({
    text: `${index === 0 ? `\n### ${plain(heading)}\n\n` : ''}${breakingItem(change)}`,
    changes: 1,
  }));
}

function codeBlocks([sentence, ...places]: string[]): Block[] {
  if (sentence === undefined) return [];
  const lines = places.map((place) => `- ${plain(place)}\n`);
  return [{ text: `\n### In code\n\n${sentence}\n\n${lines.join('')}`, changes: 0 }];
}

function breakingItem(change: Change): string {
  const advice = adviceOn(change.rule);
  const lines = [
    `- **${plain(change.message)}**`,
    ...(isShowable(change) ? [`  - before ${code(short(change.before))}, now ${code(short(change.after))}`] : []),
    `  - ${impactSentence(change)}`,
    ...(change.types === null && change.impact.wire !== 'equivalent' ? [`  - ${SAME_TYPES}`] : []),
    ...(advice ? [`  - instead: ${advice}`] : []),
    `  - ${code(placeOf(change.location))}, rule ${code(change.rule)}`,
    ...(change.accepted ? [`  - accepted until ${change.accepted.until}: ${plain(change.accepted.reason)}`] : []),
    ...block(change.types ? ['', ...fenced('diff', typeLines(change))] : []),
    ...excerptLines(change),
  ];
  return `${lines.join('\n')}\n`;
}

/** How it is written before and after, folded away. */
function excerptLines(change: Change): string[] {
  const blocks = sidesOf(change).flatMap(({ title, excerpt }) => [
    `${title}: ${code(`${excerpt.file}:${excerpt.line}`)}`,
    '',
    ...fenced('yaml', excerpt.text.split('\n')),
    '',
  ]);
  if (blocks.length === 0) return [];
  return block(['', '<details><summary>as it is written</summary>', '', ...blocks, '</details>', '']);
}

/** Puts lines of code between as many backticks as they need. */
function fenced(language: string, lines: readonly string[]): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}${language}`, ...lines, fence];
}

/** Indents lines so that they belong to the item of a list. */
function block(lines: readonly string[]): string[] {
  return lines.map((line) => (line ? `  ${line}` : ''));
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function folded(title: string, changes: Change[]): Section {
  const blocks = byOperations(changes, 4).flatMap(({ heading, changes: inGroup }) =>
    inGroup.map((change, index) => ({
      text: `${index === 0 ? `\n**${plain(heading)}**\n\n` : ''}- ${plain(change.message)} ${code(placeOf(change.location))}\n`,
      changes: 1,
    })),
  );
  const open = `\n<details>\n<summary>${title} (${changes.length})</summary>\n`;
  return { open, close: '\n</details>\n', blocks };
}

/** Escapes a text so that nothing in it becomes markup or mentions a user, except code between backticks. */
function plain(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[\\*_{}[\]<>#|@~&]/g, (sign) => `&#${sign.charCodeAt(0)};`),
    )
    .join('');
}

/** Puts code between as many backticks as it needs. */
function code(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}
