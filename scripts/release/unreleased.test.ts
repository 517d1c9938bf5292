import { expect, it } from 'vitest';
import { readDocumentation } from '../../test/docs/documentation.js';
import { released } from './unreleased.js';

it('removes what is only true before the first release', () => {
  const text = 'A\n\n<!-- before the first release -->\nB\n<!-- /before the first release -->\n\nC\n';
  expect(released(text)).toBe('A\n\nC\n');
});

it('leaves nothing in the documentation that speaks of the time before', () => {
  for (const { path, text } of readDocumentation()) {
    expect(released(text), path).not.toMatch(/before.the.first.release|install:into/);
  }
});

it('is needed wherever a text tells people to install or run a package', () => {
  const tells = /(npm install|npx|bun add|deno add)( -\S+)* (npm:)?@trawl\/|npx trawl|"@trawl\/tools"/;
  const silent = readDocumentation().filter(({ text }) => tells.test(text) && released(text) === text);
  expect(silent.map(({ path }) => path)).toEqual([]);
});
