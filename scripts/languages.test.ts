import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderLanguages } from './languages/render.js';

const committed = new URL('../packages/convert/src/documents/generated/languages.ts', import.meta.url);

it('the table of languages is the one that its source gives', () => {
  expect(readFileSync(committed, 'utf8')).toBe(renderLanguages());
});
