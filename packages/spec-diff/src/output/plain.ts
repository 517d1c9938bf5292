import type { Text } from '../text.js';
import { visible } from './visible.js';

/** A text in one line, for outputs that have no markup: terminals, remarks, results of tests. */
export function plainLine(text: Text): string {
  return text.map((part) => (part.kind === 'code' ? `\`${visible(part.text)}\`` : visible(part.text))).join('');
}
