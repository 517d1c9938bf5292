import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as errors from '../../packages/sdk/src/errors/index.js';
import { root } from './documentation.js';

const SOURCES = [
  'packages/sdk/src',
  'packages/local/src',
  'packages/browser/src',
  'packages/web/src',
  'packages/base/src',
  'openapi',
];

const guide = readFileSync(join(root, 'docs/error-messages.md'), 'utf8');
const [bySentence = ''] = guide.split('\n## By code\n');
const messages = [...bySentence.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = '']) => message);

const source = SOURCES.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|yaml)$/.test(name) && !/\.test(-d)?\.ts$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
).join('\n');

it('the guide to errors has every class of the SDK', () => {
  const classes = readFileSync(join(root, 'docs/errors.md'), 'utf8');
  const missing = Object.keys(errors).filter((name) => !classes.includes(`\`${name}\``));
  expect(missing, 'Add each class to the first table of docs/errors.md.').toEqual([]);
});

it('the guide to errors by message has messages', () => {
  expect(messages.length).toBeGreaterThan(30);
});

it.each(messages)('the guide to errors by message explains one that exists: %s', (message) => {
  const parts = message.split('…').map((part) => part.trim());
  expect(parts.filter((part) => !source.includes(part))).toEqual([]);
});
