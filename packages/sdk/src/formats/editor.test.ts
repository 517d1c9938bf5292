import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** A program as somebody types it. `/*1*` marks where the cursor stands; the file is only in memory. */
const PROGRAM = `
import type { Formats } from './format-input.js';
import type { ScrapeInput } from './requests.js';
import type { DefaultFormats, Scraped } from './scraped.js';
import type { DefaultSources, SearchInput, Sources } from '../search/search-input.js';
declare function scrape<const F extends Formats = DefaultFormats>(url: string, request?: ScrapeInput<F>): Scraped<F>;
import type { SearchQuery } from '../search/query.js';
declare function search<const S extends Sources = DefaultSources>(query: SearchQuery, request?: SearchInput<S>): void;
const page = scrape('a', { formats: ['html', { type: 'json', schema: {} }] });
scrape('a', { formats: ['/*name*/'] });
scrape('a', { formats: ['markdown', { type: 'screenshot', /*option*/ }] });
search('a', { sources: ['/*source*/'] });
search('a', { tbs: '/*tbs*/' });
search('/*query*/');
scrape('a', { formats: ['markdwn'] });
scrape('a', { formats: [{ type: 'json', promt: 'b' }] });
search('a', { includeDomains: ['a'], excludeDomains: ['b'] });
`;

const FILE = fileURLToPath(new URL('./somebody.ts', import.meta.url));

const { config } = ts.readConfigFile(fileURLToPath(new URL('../../tsconfig.json', import.meta.url)), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, fileURLToPath(new URL('../..', import.meta.url)));
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [FILE],
  getScriptVersion: () => '1',
  getScriptSnapshot: (path) => {
    const text = path === FILE ? PROGRAM : ts.sys.readFile(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => fileURLToPath(new URL('.', import.meta.url)),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (path) => path === FILE || ts.sys.fileExists(path),
  readFile: ts.sys.readFile,
});

function suggestionsAt(mark: string): string[] {
  const { entries } = service.getCompletionsAtPosition(FILE, PROGRAM.indexOf(`/*${mark}*/`), {}) ?? { entries: [] };
  return entries.map(({ name }) => name);
}

describe('an editor', { timeout: 60_000 }, () => {
  it('suggests formats and their options', () => {
    expect(suggestionsAt('name')).toEqual(expect.arrayContaining(['markdown', 'json', 'changeTracking']));
    expect(suggestionsAt('option')).toEqual(['fullPage', 'quality', 'viewport']);
  });

  it('suggests operators, sources and time filters', () => {
    expect(suggestionsAt('query')).toEqual(expect.arrayContaining(['site:', '-filetype:', 'imagesize:']));
    expect(suggestionsAt('source').sort()).toEqual(['images', 'news', 'web']);
    expect(suggestionsAt('tbs')).toEqual(expect.arrayContaining(['qdr:w', 'sbd:1', 'sbd:1,qdr:w']));
  });

  it('shows a page as one object with the names of its parts', () => {
    const { displayParts } = service.getQuickInfoAtPosition(FILE, PROGRAM.indexOf('page =')) ?? {};
    const lines = ts.displayPartsToString(displayParts).split('\n');
    expect(lines[0]).toBe('const page: {');
    expect(lines).toEqual(
      expect.arrayContaining(['    html: string;', '    json: unknown;', '    metadata: Metadata;']),
    );
    expect(lines.length).toBeLessThan(12);
  });

  it('says what is wrong in words that name it', () => {
    const messages = service
      .getSemanticDiagnostics(FILE)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(messages).toContain(`Type '"markdwn"' is not assignable to type 'FormatInput'. Did you mean '"markdown"'?`);
    expect(messages).toContain(
      "Object literal may only specify known properties, but 'promt' does not exist in type 'JsonFormatInput'. " +
        "Did you mean to write 'prompt'?",
    );
    expect(messages.filter((message) => message.includes('NotTogetherWith<"excludeDomains">'))).toHaveLength(1);
  });
});
