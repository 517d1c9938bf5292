export interface CodeBlock {
  language: string;
  /** The text after the language, such as `no-run: it needs a proxy`. */
  info: string;
  code: string;
  /** The line of the file on which the code begins, counted from 1. */
  line: number;
}

export interface Link {
  target: string;
  line: number;
}

/** Fenced code blocks, also those within a list: the indentation of the fence is not part of the code. */
export function codeBlocks(text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, indentation = '', fence, language = '', info = ''] =
      /^(\s*)(`{3,}|~{3,})\s*(\w*)\s*(.*)/.exec(lines[at] ?? '') ?? [];
    if (fence === undefined) continue;
    const begin = at + 1;
    do at += 1;
    while (at < lines.length && !lines[at]?.trim().startsWith(fence));
    const code = lines.slice(begin, at).map((line) => line.replace(new RegExp(`^\\s{0,${indentation.length}}`), ''));
    blocks.push({ language, info: info.trim(), code: `${code.join('\n')}\n`, line: begin + 1 });
  }
  return blocks;
}

/** The targets of links and pictures, inline or as a definition on its own line. */
export function links(text: string): Link[] {
  return prose(text).flatMap((line, index) =>
    [...line.replace(/`[^`]+`/g, '').matchAll(/\]\(\s*<?([^)\s>]+)|^\s*\[[^\]]+\]:\s*<?([^\s>]+)/g)].map(
      ([, inline, defined]) => ({ target: inline ?? defined ?? '', line: index + 1 }),
    ),
  );
}

/** The anchors of the headings of a file, as GitHub generates them: repeated ones get a number. */
export function anchors(text: string): Set<string> {
  const found = new Set<string>();
  for (const line of prose(text)) {
    const [, heading] = /^#{1,6}\s+(.*?)[\s#]*$/.exec(line) ?? [];
    if (heading === undefined) continue;
    const name = anchor(heading);
    let free = name;
    for (let n = 1; found.has(free); n += 1) free = `${name}-${n}`;
    found.add(free);
  }
  return found;
}

function anchor(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** The lines of a text; the lines of code blocks are empty. */
function prose(text: string): string[] {
  const lines = text.split('\n');
  for (const { code, line } of codeBlocks(text)) lines.fill('', line - 2, line - 1 + code.split('\n').length);
  return lines;
}
