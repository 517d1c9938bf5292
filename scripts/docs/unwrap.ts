/** A line that opens something of its own: a list item, a heading, a quotation, a table row, a fence, or code. */
const OPENS_BLOCK = /^(\s*([-*+]|\d+\.)\s|#{1,6}\s|>|\||```|\s{4})/;

/**
 * Joins the lines that a paragraph was wrapped into. Redoc's search drops line ends, and would show 'as well, andits
 * content' where the contract has a line end between the two words.
 */
export function unwrap(markdown: string): string {
  const lines: string[] = [];
  let fenced = false;
  for (const line of markdown.split('\n')) {
    const before = lines.at(-1) ?? '';
    const opens = fenced || line === '' || OPENS_BLOCK.test(line);
    if (opens || before === '' || /^(\||#|>|```)/.test(before)) lines.push(line);
    else lines[lines.length - 1] = `${before} ${line.trimStart()}`;
    if (line.startsWith('```')) fenced = !fenced;
  }
  return lines.join('\n');
}
