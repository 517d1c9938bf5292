import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { inputErrors } from '../input-errors.js';
import { toolsFor } from './index.js';

const everything = toolsFor({ tools: 'all', filesFolder: '.' });

it('there are at most eight by default, and they take few tokens', () => {
  const listed = JSON.stringify(
    toolsFor({ filesFolder: '.' }).map(({ name, description, input }) => ({ name, description, inputSchema: input })),
  );
  expect(toolsFor({ filesFolder: '.' })).toHaveLength(8);
  expect(listed.length).toBeLessThan(8000);
  expect(countTokens(listed)).toBeLessThan(1800);
});

it('parse is there with a folder only, and others when they are asked for', () => {
  expect(toolsFor({}).map(({ name }) => name)).not.toContain('parse');
  expect(toolsFor({ tools: ['credits'] }).map(({ name }) => name)).toContain('credits');
  expect(() => toolsFor({ tools: ['nonsense'] })).toThrow('There is no tool nonsense. There are search, scrape,');
});

describe.each(everything.map((tool) => [tool.name, tool] as const))(
  'the schema of %s',
  (name, { input, description }) => {
    it('has nothing that a client refuses or drops', () => {
      expect(name).toMatch(/^[a-z][a-z_]{1,40}$/);
      expect(description.length).toBeLessThan(1024);
      expect(input.type).toBe('object');
      for (const [field, schema] of Object.entries(input.properties)) {
        expect(field).toMatch(/^[a-z][a-z_]*$/);
        expect(schema.description).not.toBe('');
        const { type, description: _, ...rest } = schema as Record<string, unknown>;
        const ofTypes: Readonly<Record<string, readonly string[]>> = {
          string: ['enum'],
          integer: ['minimum', 'maximum'],
          boolean: [],
          array: ['items'],
        };
        const allowed = ofTypes[String(type)] ?? [];
        expect(Object.keys(rest).filter((keyword) => !allowed.includes(keyword))).toEqual([]);
      }
      expect(input.required.filter((field) => !(field in input.properties))).toEqual([]);
    });
  },
);

it.each<[unknown, string[]]>([
  [{ query: 'anchor' }, []],
  [{}, ['query is missing.']],
  [undefined, ['query is missing.']],
  [{ query: '' }, ['query must be a text.']],
  [{ query: 'a', limit: 0 }, ['limit must be a whole number from 1 to 20.']],
  [{ query: 'a', limit: '5' }, ['limit must be a whole number from 1 to 20.']],
  [{ query: 'a', source: 'x' }, ['source must be one of web, news, images.']],
  [{ query: 'a', depth: 1 }, ['There is no field depth. It takes query, source, limit.']],
  ['anchor', ['The input must be an object.']],
])('an input of %o is explained field by field', (given, problems) => {
  const [search] = toolsFor({});
  expect(search && inputErrors(search.input, given)).toEqual(problems);
});
