import type { ConversionResult } from '../page/page.js';

/** Characters of all formats of a page together. Sending, storing and serializing more would hold up other requests. */
const MAX_CHARACTERS = 12_000_000;

/** Throws for a page whose formats are too long together: nothing of them is cut. */
export function refuseLarge(document: ConversionResult['document']): void {
  const characters = charactersOf(document);
  if (characters <= MAX_CHARACTERS) return;
  const sizes = `its formats have ${characters} characters together, and an answer has at most ${MAX_CHARACTERS}`;
  throw new Error(`${sizes}. Request fewer formats, or parts of the page by \`includeTags\`.`);
}

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + charactersOf(item), 1);
}
