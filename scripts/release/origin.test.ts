import { describe, expect, it } from 'vitest';
import { originOf, withAbsoluteLinks, withRepository } from './origin.js';

const origin = { url: 'https://code.example/owner/name', commit: 'abc' };

describe('where packages are released from', () => {
  const environment = {
    GITHUB_SERVER_URL: 'https://code.example',
    GITHUB_REPOSITORY: 'owner/name',
    GITHUB_SHA: 'abc',
  };

  it('is what the environment of the workflow says', () => {
    expect(originOf(environment)).toEqual(origin);
  });

  it.each(Object.keys(environment))('is not known without %s', (name) => {
    expect(() => originOf({ ...environment, [name]: '' })).toThrow(name);
  });
});

it('the manifest of a package names its repository, and stays what it was besides', () => {
  const manifest = JSON.parse(withRepository('{ "name": "a", "version": "1.0.0" }', 'packages/a', origin));
  expect(manifest).toEqual({
    name: 'a',
    version: '1.0.0',
    repository: { type: 'git', url: 'git+https://code.example/owner/name.git', directory: 'packages/a' },
  });
});

describe('a README', () => {
  const absolute = (readme: string) => withAbsoluteLinks(readme, 'packages/a', origin);

  it.each([
    ['[Jobs](../../docs/jobs.md#deadlines)', '[Jobs](https://code.example/owner/name/blob/abc/docs/jobs.md#deadlines)'],
    ['![A plot](../../docs/a.svg)', '![A plot](https://code.example/owner/name/raw/abc/docs/a.svg)'],
    ['[License](LICENSE)', '[License](https://code.example/owner/name/blob/abc/packages/a/LICENSE)'],
  ])('leads to the repository: %s', (link, expected) => {
    expect(absolute(`See ${link}.`)).toBe(`See ${expected}.`);
  });

  it.each([
    '[elsewhere](https://example.com/a)',
    '[below](#below)',
    'a call, `handlers[0](event)`',
    '```ts\nhandlers[0](event);\n```',
  ])('stays as it is where nothing leads beside it: %s', (text) => {
    expect(absolute(text)).toBe(text);
  });
});
