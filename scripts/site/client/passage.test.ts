import { expect, it } from 'vitest';
import { passage } from './passage.js';

const text = `${'The service reads pages. '.repeat(20)}A full disk ends the writing of a crawl. ${'It goes on. '.repeat(40)}`;

it('shows a short text whole', () => {
  expect(passage('A list of formats.', 'formats')).toBe('A list of formats.');
});

it('shows whole words around what was found, and that there is more', () => {
  const shown = passage(text, 'DISK crawl');
  expect(shown).toMatch(/^… .*A full disk ends the writing of a crawl\. .*\S …$/);
  expect(shown.length).toBeLessThan(170);
  expect(text).toContain(shown.slice(2, -2));
});

it('shows the beginning of a text that was found by its name', () => {
  expect(passage(text, 'jobs')).toMatch(/^The service reads pages\. .* …$/);
  expect(passage(text, 'service')).toMatch(/^The service reads pages\. .* …$/);
});

it('shows the end of a text where the word stands there', () => {
  expect(passage(`${text}The last word`, 'last')).toMatch(/^… .*The last word$/);
});
