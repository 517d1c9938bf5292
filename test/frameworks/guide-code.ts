import { readFileSync } from 'node:fs';
import { codeBlocks } from '../docs/markdown.js';

/** The code of a guide, such as `testing.md`, that contains the text. */
export function guideCode(guide: string, text: string): string {
  const block = codeBlocks(readGuide(guide)).find(({ code }) => code.includes(text));
  if (!block) throw new Error(`docs/${guide} has no code with ${text}.`);
  return block.code;
}

export const readGuide = (guide: string): string =>
  readFileSync(new URL(`../../docs/${guide}`, import.meta.url), 'utf8');
