import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { withAbsoluteLinks } from '../../scripts/release/origin.js';
import { readDocumentation, root } from './documentation.js';
import { links } from './markdown.js';

const isPublished = (path: string): boolean =>
  !JSON.parse(readFileSync(join(root, dirname(path), 'package.json'), 'utf8')).private;

const readmes = readDocumentation().filter(({ path }) => /^packages\/.*README\.md$/.test(path) && isPublished(path));

it.each(readmes)('every link of $path is absolute on the page of a registry', ({ path, text }) => {
  const origin = { url: 'https://code.example/owner/name', commit: 'abc' };
  const targets = links(withAbsoluteLinks(text, path.replace('/README.md', ''), origin)).map(({ target }) => target);
  expect(targets).toContainEqual(expect.stringMatching(/^https:\/\/code\.example\/owner\/name\/blob\/abc\/\w+/));
  expect(targets.filter((target) => !/^(https:|#)/.test(target))).toEqual([]);
});
