import { expect, it } from 'vitest';
import { withAbsoluteLinks } from '../../scripts/release/origin.js';
import { readDocumentation } from './documentation.js';
import { links } from './markdown.js';

const readmes = readDocumentation().filter(({ path }) => /^packages\/.*README\.md$/.test(path));

it.each(readmes)('every link of $path is absolute on the page of a registry', ({ path, text }) => {
  const origin = { url: 'https://code.example/owner/name', commit: 'abc' };
  const targets = links(withAbsoluteLinks(text, path.replace('/README.md', ''), origin)).map(({ target }) => target);
  expect(targets).toContainEqual(expect.stringMatching(/^https:\/\/code\.example\/owner\/name\/blob\/abc\/\w+/));
  expect(targets.filter((target) => !/^(https:|#)/.test(target))).toEqual([]);
});
