import { indented, markdownBlock, markdownLine, markdownStrong } from '../output/markdown.js';
import { code, text } from '../text.js';
import { type Item, type ItemGroup, type PageOptions, pageOf, type Section } from './page.js';
import type { Report } from './report.js';

/** What a comment on GitHub may hold is 65,536 characters; whoever posts the report has a few words of their own. */
const MOST = 65_000;

export interface MarkdownOptions extends PageOptions {
  /** How many characters there may be. */
  most?: number;
  /** The command that shows what there is no room for. */
  command?: string | undefined;
}

/** A part of the report that is shown whole or not at all. */
interface Block {
  text: string;
  changes: number;
}

interface WrittenSection {
  open: string;
  close: string;
  blocks: Block[];
}

/** Writes a comment for a pull request, as much of the report as there is room for. */
export function markdown(report: Report, { most = MOST, command, contract }: MarkdownOptions = {}): string {
  const { title, paragraphs, sections } = pageOf(report, { contract });
  const head = `## ${markdownLine(title)}\n\n${paragraphs.map(markdownLine).join('\n\n')}\n`;
  return fitted(head, sections.map(writtenSection), report.changes.length, { most, command });
}

/** As much of the sections as there is room for, and how much was left out. */
function fitted(
  head: string,
  sections: readonly WrittenSection[],
  total: number,
  { most, command }: { most: number; command: string | undefined },
): string {
  const leftOut = (count: number) => {
    const hint = command === undefined ? text`` : text`: ${code(command)} shows all`;
    const are = count === 1 ? 'change is' : 'changes are';
    return `\n${markdownLine(text`${count} more ${are} left out here${hint}.`)}\n`;
  };
  const available = most - leftOut(total).length;
  let written = head;
  let shown = 0;
  for (const { open, close, blocks } of sections) {
    const fitting: Block[] = [];
    let length = written.length + open.length + close.length;
    for (const block of blocks) {
      length += block.text.length;
      if (length > available) break;
      fitting.push(block);
    }
    if (fitting.length === 0) continue;
    written += `${open}${fitting.map((block) => block.text).join('')}${close}`;
    shown += fitting.reduce((sum, { changes }) => sum + changes, 0);
  }
  return shown < total ? written + leftOut(total - shown) : written;
}

function writtenSection({ title, isFolded, groups }: Section): WrittenSection {
  const blocks = groups.flatMap((group) => blocksOf(group, isFolded));
  if (title === undefined) return { open: '', close: '', blocks };
  if (!isFolded) return { open: `\n## ${title}\n`, close: '', blocks };
  return { open: `\n<details>\n<summary>${title}</summary>\n`, close: '\n</details>\n', blocks };
}

/** The heading belongs to the first item: it is not left without any. */
function blocksOf({ heading, items }: ItemGroup, isFolded: boolean): Block[] {
  const line = heading && (isFolded ? markdownStrong(heading) : `### ${markdownLine(heading)}`);
  const first = line ? `\n${line}\n\n` : '\n';
  if (items.length === 0) return [{ text: first, changes: 0 }];
  return items.map((item, index) => ({
    text: `${index === 0 ? first : ''}${writtenItem(item)}`,
    changes: item.changes,
  }));
}

function writtenItem(item: Item): string {
  const { facts, difference } = item;
  const lines = [
    `- ${facts.length > 0 ? markdownStrong(item.text) : markdownLine(item.text)}`,
    ...facts.map((fact) => `  - ${markdownLine(fact)}`),
    ...indented(difference === undefined ? [] : ['', ...markdownBlock('diff', difference)]),
    ...indented(excerptLines(item)),
  ];
  return `${lines.join('\n')}\n`;
}

/** How it is written before and after, folded away. */
function excerptLines({ excerpts }: Item): string[] {
  if (excerpts.length === 0) return [];
  const blocks = excerpts.flatMap(({ title, text }) => [markdownLine(title), '', ...markdownBlock('yaml', text), '']);
  return ['', '<details><summary>as it is written</summary>', '', ...blocks, '</details>', ''];
}
