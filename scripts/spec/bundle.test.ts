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

const reading = (files: Record<string, string>) => (path: string) => files[path];

it('brings the files of a contract together, and Markdown for descriptions', () => {
  const files = { 'openapi/v2.yaml': MAIN, 'openapi/schemas/paper.yaml': PAPER, 'docs/about.md': 'All *papers*.\n' };
  const { info, components } = JSON.parse(bundled('openapi/v2.yaml', reading(files)));
  expect(info.description).toContain('All *papers*.');
  expect(Object.values(components.schemas)).toEqual([expect.objectContaining({ type: 'object' })]);
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
    'openapi/v2.yaml: the reference https://example.com/about.md leads out of the repository.',
  ],
])('refuses %s', (_name, files, message) => {
  const all = { 'openapi/v2.yaml': MAIN, 'openapi/schemas/paper.yaml': PAPER, ...files };
  expect(() => bundled('openapi/v2.yaml', reading(all))).toThrow(message);
});

it('takes no field for a reference that is only called like one', () => {
  const fields = `${MAIN}components:\n  schemas:\n    Thing:\n      properties:\n        $ref:\n          type: string\n`;
  const files = { 'openapi/v2.yaml': fields, 'openapi/schemas/paper.yaml': PAPER, 'docs/about.md': 'All.\n' };
  expect(JSON.parse(bundled('openapi/v2.yaml', reading(files))).components.schemas).toHaveProperty('Thing');
});
