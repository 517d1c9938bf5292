import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storedPath } from './stored-path.js';

const FORMS = ['NFC', 'NFD'] as const;
const FOLDER = '학점';
const FILE = 'été.json';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'trawl-path-'));
});

afterAll(() => rmSync(root, { recursive: true }));

it.each(FORMS.flatMap((folder) => FORMS.map((file) => [folder, file] as const)))(
  'a file in a folder, whose names are stored in %s and %s, is found by either form',
  (folderForm, fileForm) => {
    const test = join(root, `${folderForm}-${fileForm}`);
    const stored = join(test, FOLDER.normalize(folderForm), FILE.normalize(fileForm));
    mkdirSync(join(test, FOLDER.normalize(folderForm)), { recursive: true });
    writeFileSync(stored, '{}');
    for (const form of FORMS) expect(storedPath(join(test, FOLDER, FILE).normalize(form))).toBe(stored);
  },
);

it('a path that leads to no file stays as it is', () => {
  for (const path of ['nothing/here.json', './nothing.json', '', join(root, 'é.json')])
    expect(storedPath(path)).toBe(path);
});
