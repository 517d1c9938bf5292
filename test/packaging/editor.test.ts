import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../openapi/walk.mjs';
import { Project } from '../../scripts/shared/project.js';
import { Editor, type Hover } from './editor.js';

const DECLARED = `
import * as sdk from '@trawl/sdk';
declare const trawl: sdk.Trawl;
declare const session: ReturnType<typeof trawl.interact>;
declare const job: ReturnType<typeof trawl.crawl>;
declare const list: ReturnType<typeof trawl.monitors.list>;
declare const call: ReturnType<typeof trawl.scrape>;
declare const monitors: Awaited<typeof list>;
declare const error: sdk.TrawlError;
declare const diagnosis: sdk.Diagnosis;
declare const options: sdk.TrawlOptions;
declare const callOptions: sdk.JobCallOptions;
declare const sent: sdk.SearchInput;
declare const read: sdk.ScrapeOptionsInput;
declare const metadata: sdk.Metadata;
declare const monitor: sdk.Monitor;
`;
const OBJECTS = 'session job list call error diagnosis options callOptions sent read metadata monitor'.split(' ');

/** Longer ones hide the words below them. */
const LONGEST_TYPE = 320;

const project = new Project();

beforeAll(() => project.installPacked('sdk', 'client'), 120_000);

afterAll(() => project.remove());

// So an editor shows the same over both, and it takes seconds to show all of it.
it.each(['sdk/dist/index', 'client/dist/index', 'client/dist/request'])(
  'the declarations of %s for CommonJS are those for ES modules, with other names of files',
  (name) => {
    const lines = (extension: string) => {
      const text = readFileSync(join(project.folder, `node_modules/@trawl/${name}.${extension}`), 'utf8');
      return text.replaceAll('.cjs"', '.js"').split('\n').sort();
    };
    expect(lines('d.cts')).toEqual(lines('d.ts'));
  },
);

describe('over what is installed, an editor shows', () => {
  let editor: Editor;
  let calls: string[];
  let hovers: Hover[];

  beforeAll(() => {
    editor = new Editor(project.folder, 'typed.mts', DECLARED);
    const everyday = editor.members(['trawl']);
    calls = [...everyday, ...editor.members(everyday.filter((name) => !/^trawl\.(interact|crawl)$/.test(name)))];
    hovers = editor.hovers(calls);
  });

  it('words for every call, whatever the client hands out, and all that is exported', () => {
    const others = editor.hovers(editor.members(['sdk', ...OBJECTS]));
    expect(calls.length).toBeGreaterThan(75);
    expect(others.length).toBeGreaterThan(120);
    expect(expressions([...hovers, ...others].filter(({ words }) => words === ''))).toEqual([]);
  });

  it('words for every field that a call takes', () => {
    expect(editor.fieldsWithoutWords([...calls, ...editor.members(['sdk'])])).toEqual([]);
  });

  it('which operations of the contract each call is about, without missing one', () => {
    const contract = readFileSync(join(project.folder, 'node_modules/@trawl/client/openapi.json'), 'utf8');
    const operations = operationsOf(JSON.parse(contract)).map(({ name }) => name);
    const named = hovers.flatMap(({ words }) => words.match(/(?<=\bOperations?\s[^.]*`)\w+(?=`)/g) ?? []);
    expect([...new Set(named)].sort()).toEqual(operations.sort());
  });

  it('which errors to expect of everyday calls', () => {
    const everyday = hovers.filter(
      ({ expression, type }) => /^trawl\.\w+$/.test(expression) && type.startsWith('(method)'),
    );
    expect(everyday).toHaveLength(12);
    expect(expressions(everyday.filter(({ tags }) => !tags.join().includes('@throws')))).toEqual([]);
  });

  it('the limits of a field with its default', () => {
    const [limit] = editor.hovers(['sent.limit']);
    expect(limit?.tags).toEqual(['@minimum 1', '@maximum 100', '@default 10']);
  });

  it('types that can be read, by the names that can be imported', () => {
    expect(expressions(hovers.filter(({ type }) => type.length > LONGEST_TYPE))).toEqual([]);
    expect(expressions(hovers.filter(({ type }) => /\$1|components\[/.test(type)))).toEqual([]);
    expect(editor.hovers(['monitors'])[0]?.type).toBe('const monitors: sdk.Monitor[]');
  });
});

const expressions = (hovers: readonly Hover[]): string[] => hovers.map(({ expression }) => expression);
