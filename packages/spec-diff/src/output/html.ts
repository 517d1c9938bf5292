import type { Text } from '../text.js';
import { visible, visibleLines } from './visible.js';

/** A text in HTML. */
export function htmlLine(parts: Text): string {
  return parts
    .map((part) =>
      part.kind === 'words' ? escaped(visible(part.text)) : `<code>${escaped(visible(part.text))}</code>`,
    )
    .join('');
}

export function htmlBlock(text: string): string {
  return `<pre><code>${escaped(visibleLines(text).join('\n'))}</code></pre>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
