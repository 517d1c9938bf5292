/** What hides the beginning of a CDATA section from a browser: text that is no HTML, comments, and XML in a page. */
const NEXT = /<(?:(script|style|textarea|title|svg|math)\b|!--|!\[CDATA\[)/gi;

/**
 * The source of a page in which a CDATA section ends where it does for browsers: outside of SVG and MathML it is a comment to the
 * next `>`. The parser would take all up to `]]>`, which may be the whole page.
 */
export function withoutCdata(html: string): string {
  if (!html.includes('<![CDATA[')) return html;
  const next = new RegExp(NEXT);
  const missing = new Set<string>();
  let result = '';
  let copiedTo = 0;
  for (let found = next.exec(html); found !== null; found = next.exec(html)) {
    if (found[0].toUpperCase() === '<![CDATA[') {
      // The same length, so that what stands behind it keeps its place.
      result += `${html.slice(copiedTo, found.index)}<?`;
      copiedTo = found.index + 2;
      continue;
    }
    const end = found[1] === undefined ? '-->' : `</${found[1].toLowerCase()}`;
    if (missing.has(end)) continue;
    const closing = new RegExp(end, 'gi');
    closing.lastIndex = next.lastIndex;
    if (closing.exec(html) === null) missing.add(end);
    else next.lastIndex = closing.lastIndex;
  }
  return result + html.slice(copiedTo);
}
