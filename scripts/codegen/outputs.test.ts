import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAPI3 } from 'openapi-typescript';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Output, staleOutputs, writeOutputs } from './outputs.js';

const contract: OpenAPI3 = { openapi: '3.1.0', info: { title: 'New', version: '1' }, paths: {} };

let folder: string;
let outputs: [Output, Output];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trawl-codegen-'));
  outputs = [
    { file: join(folder, 'title'), render: ({ info }) => info.title },
    { file: join(folder, 'version'), render: async ({ info }) => info.version },
  ];
});

afterEach(() => rmSync(folder, { recursive: true }));

it('writes what is missing or stale, and leaves the rest untouched', async () => {
  const [title, version] = outputs;
  writeFileSync(title.file, 'Old');
  writeFileSync(version.file, '1');
  const written = statSync(version.file).mtimeMs;

  expect(await writeOutputs(outputs, contract)).toEqual([title.file]);
  expect(readFileSync(title.file, 'utf8')).toBe('New');
  expect(statSync(version.file).mtimeMs).toBe(written);
});

it('names what is stale without writing it', async () => {
  const [title, version] = outputs;
  writeFileSync(title.file, 'Old');

  expect((await staleOutputs(outputs, contract)).map(({ file }) => file)).toEqual([title.file, version.file]);
  expect(readFileSync(title.file, 'utf8')).toBe('Old');
});
