/** The content of the body of a page; an empty text for a file without a body, such as an encrypted one. */
export function bodyOf(html: string): string {
  const lower = html.toLowerCase();
  const tag = lower.indexOf('<body');
  const end = lower.lastIndexOf('</body');
  const start = tag < 0 ? -1 : html.indexOf('>', tag) + 1;
  return start > 0 && end > start ? html.slice(start, end) : '';
}
