/** A table in Markdown. A bar within a cell stays a bar. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => oneLine(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The text without line ends, which a cell and a heading cannot have. */
function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
