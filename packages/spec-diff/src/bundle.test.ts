import { expect, it } from 'vitest';
import { bundled } from './bundle.js';

const PAPER = 'type: object\nproperties:\n  title: { type: string }\n  parent: { $ref: paper.yaml }\n';
const MAIN = `openapi: 3.1.0
info: { title: Things, version: '1', description: { $ref: ../docs/about.md } }
paths:
  /papers:
    get:
      responses:
        '200': { description: Done., content: { application/json: { schema: { $ref: 'schemas/paper.yaml' } } } }
`;

const bundleOf = (files: Record<string, string>) => bundled('openapi/v2.yaml', async (path) => files[path]);

it('brings the files of a contract together, and Markdown for descriptions', async () => {
  const files = { 'openapi/v2.yaml': MAIN, 'openapi/schemas/paper.yaml': PAPER, 'docs/about.md': 'All *papers*.\n' };
  const { root } = await bundleOf(files);
  expect(root).toMatchObject({
    info: { description: expect.stringContaining('All *papers*.') },
    components: { schemas: { paper: { type: 'object' } } },
  });
});

it.each([
  ['a file that is not there', {}, 'openapi/v2.yaml: there is no file docs/about.md, to which it refers.'],
  [
    'a file outside of the repository',
    { 'openapi/v2.yaml': MAIN.replace('../docs', '../../docs') },
    'openapi/v2.yaml: the reference to ../docs/about.md leads out of the repository.',
  ],
  [
    'a file of the machine',
    { 'openapi/v2.yaml': MAIN.replace('../docs/about.md', '/etc/hostname') },
    'openapi/v2.yaml: the reference to /etc/hostname leads out of the repository.',
  ],
  [
    'another server',
    { 'openapi/v2.yaml': MAIN.replace('../docs/about.md', 'https://example.com/about.md') },
    'openapi/v2.yaml: the reference to https://example.com/about.md leads out of the repository.',
  ],
])('refuses %s', async (_name, files, message) => {
  const all = { 'openapi/v2.yaml': MAIN, 'openapi/schemas/paper.yaml': PAPER, ...files };
  await expect(bundleOf(all)).rejects.toThrow(message);
});

it.each([
  [
    'a place of another file that is not there',
    { 'openapi/schemas/paper.yaml': PAPER.replace('paper.yaml', "'#/gone'") },
    /^openapi\/schemas\/paper.yaml:4: Can't resolve \$ref/,
  ],
  [
    'another file that is not YAML',
    { 'openapi/schemas/paper.yaml': 'type: {\n' },
    /^openapi\/schemas\/paper.yaml:\d:\d: this is not YAML/,
  ],
])('names the file and the line of %s', async (_name, files, message) => {
  const all = { 'openapi/v2.yaml': MAIN, 'docs/about.md': 'All.\n', ...files };
  await expect(bundleOf(all)).rejects.toThrow(message);
});

it('reads references as addresses', async () => {
  const files = {
    'openapi/v2.yaml': `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths:\n  /a: { $ref: 'all%20paths.yaml#/~1a~1%7Bb%7D' }\n`,
    'openapi/all paths.yaml': '/a/{b}:\n  get: { responses: {} }\n',
  };
  const { root, placeOf } = await bundleOf(files);
  expect(root).toHaveProperty('paths./a.get');
  expect(placeOf(['paths', '/a', 'get'])).toEqual({ file: 'openapi/all paths.yaml', path: ['/a/{b}', 'get'] });
});

it('takes no field for a reference that is only called like one', async () => {
  const fields = `${MAIN}components:\n  schemas:\n    Thing:\n      properties:\n        $ref:\n          type: string\n`;
  const files = { 'openapi/v2.yaml': fields, 'openapi/schemas/paper.yaml': PAPER, 'docs/about.md': 'All.\n' };
  const { root } = await bundleOf(files);
  expect(root).toHaveProperty('components.schemas.Thing');
});

it('knows the file and the place in it of what was brought together', async () => {
  const files = { 'openapi/v2.yaml': MAIN, 'openapi/schemas/paper.yaml': PAPER, 'docs/about.md': 'All.\n' };
  const { placeOf } = await bundleOf(files);
  expect(placeOf(['paths', '/papers', 'get'])).toEqual({ file: 'openapi/v2.yaml', path: ['paths', '/papers', 'get'] });
  const title = ['components', 'schemas', 'paper', 'properties', 'title', 'type'];
  expect(placeOf(title)).toEqual({ file: 'openapi/schemas/paper.yaml', path: ['properties', 'title', 'type'] });
});

it('follows references between the other files, and into them', async () => {
  const files = {
    'openapi/v2.yaml': `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths:\n  /a: { $ref: 'paths/a.yaml' }\n`,
    'openapi/paths/a.yaml': `get: { responses: { '200': { $ref: '../shared.yaml#/responses/Done' } } }\n`,
    'openapi/shared.yaml': `responses: { Done: { description: Done., content: { a/b: { schema: { $ref: '#/schemas/One' } } } } }
schemas: { One: { type: object } }\n`,
  };
  const { placeOf } = await bundleOf(files);
  const answer = ['paths', '/a', 'get', 'responses', '200'];
  expect(placeOf(answer)).toEqual({ file: 'openapi/paths/a.yaml', path: ['get', 'responses', '200'] });
  const type = ['components', 'schemas', 'One', 'type'];
  expect(placeOf(type)).toEqual({ file: 'openapi/shared.yaml', path: ['schemas', 'One', 'type'] });
});
