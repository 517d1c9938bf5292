import { expect, it } from 'vitest';
import { readDocumentation } from '../../test/docs/documentation.js';
import { released } from './unreleased.js';

it('removes what is only true before the first release', () => {
  const text = 'A\n\n<!-- before the first release -->\nB\n<!-- /before the first release -->\n\nC\n';
  expect(released(text)).toBe('A\n\nC\n');
});

it('leaves nothing in the documentation that speaks of the time before', () => {
  for (const { path, text } of readDocumentation()) {
    expect(released(text), path).not.toMatch(/before the first release|install:into/);
  }
});

it('is needed wherever a text tells people to install a package', () => {
  const tell = /^npm install (--save-dev )?@trawl\/|^npx @trawl\//m;
  const silent = readDocumentation().filter(({ path, text }) => {
    const isEntry = /^(README|docs\/getting-started|packages\/[^/]+\/README)/.test(path);
    return isEntry && tell.test(text) && released(text) === text;
  });
  expect(silent.map(({ path }) => path)).toEqual([]);
});
