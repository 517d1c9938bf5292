import type { Row } from './table.js';

const WIDTH = 760;
const LABELS = 400;
const LINE = 30;
const TOP = 46;
const BAR = 14;
/** A longer bar ends at the edge; its number says how long it is. */
const MOST_RATIO = 1.25;

/**
 * The rows with a ratio as an SVG with a bar for each: the other client is 1, and less is better. It follows the colour
 * scheme of the reader, and loads nothing.
 */
export function plot(title: string, rows: readonly Row[]): string {
  const bars = rows.flatMap(({ what, ratio }) => (ratio === undefined ? [] : [{ what, ratio }]));
  const scale = (WIDTH - LABELS - 60) / MOST_RATIO;
  const height = TOP + bars.length * LINE + 12;
  const one = LABELS + scale;
  const lines = bars.map(({ what, ratio }, index) => {
    const y = TOP + index * LINE;
    const length = Math.max(1, Math.min(ratio, MOST_RATIO) * scale);
    return `<text x="${LABELS - 12}" y="${y + BAR - 2}" text-anchor="end">${escapeXml(what.replaceAll('`', ''))}</text>
<rect x="${LABELS}" y="${y}" width="${length.toFixed(1)}" height="${BAR}" rx="3"/>
<text x="${(LABELS + length + 8).toFixed(1)}" y="${y + BAR - 2}" class="number">${ratio.toFixed(2)}×</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<style>
text { font: 13px system-ui, sans-serif; fill: #0b1f26; }
.soft { fill: #445a5f; }
.number { font-weight: 600; }
rect { fill: #0a6a6b; }
line { stroke: #445a5f; stroke-dasharray: 3 3; }
@media (prefers-color-scheme: dark) {
  text { fill: #e8f6f4; }
  .soft { fill: #a9c3c6; }
  rect { fill: #7ee0d2; }
  line { stroke: #a9c3c6; }
}
</style>
<text x="12" y="18" class="soft">${escapeXml(title)}</text>
<line x1="${one.toFixed(1)}" y1="28" x2="${one.toFixed(1)}" y2="${height - 8}"/>
${lines.join('\n')}
</svg>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
