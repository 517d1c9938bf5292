import { Trawl } from '@trawl/sdk';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { createToolset } from '../toolset.js';
import { toolsFor } from './index.js';

it('there are at most eight by default, and they take few tokens', () => {
  const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:3002' });
  const { tools } = createToolset(trawl, { filesFolder: '.' });
  const listed = JSON.stringify(tools);
  expect(tools).toHaveLength(8);
  expect(listed.length).toBeLessThan(6000);
  const hundredsOfTokens = (list: unknown) => Math.round(countTokens(JSON.stringify(list)) / 100);
  // The guide and the README state both.
  expect(hundredsOfTokens(createToolset(trawl).tools)).toBe(10);
  expect(hundredsOfTokens(tools)).toBe(11);
});

it('parse is there with a folder only, and others when they are asked for', () => {
  expect(toolsFor({}).map(({ name }) => name)).not.toContain('parse');
  expect(toolsFor({ tools: ['credits'] }).map(({ name }) => name)).toContain('credits');
  expect(() => toolsFor({ tools: ['nonsense'] })).toThrow('There is no tool nonsense. There are search, scrape,');
});

it.each<[unknown, string[]]>([
  [{ query: 'anchor' }, []],
  // A model that must fill every field leaves one out as null.
  [{ query: 'anchor', source: null, limit: null }, []],
  [{}, ['query is missing.']],
  [undefined, ['query is missing.']],
  [{ query: null }, ['query is missing.']],
  [{ query: '' }, ['query must be a text.']],
  [{ query: 'a', limit: 0 }, ['limit must be a whole number from 1 to 20.']],
  [{ query: 'a', limit: '5' }, ['limit must be a whole number from 1 to 20.']],
  [{ query: 'a', source: 'x' }, ['source must be one of web, news, images.']],
  [{ query: 'a', depth: 1 }, ['There is no field depth. It takes query, source, limit.']],
  ['anchor', ['The input must be an object.']],
])('an input of %o is explained field by field', async (given, problems) => {
  const fetch = async () => Response.json({ success: true, data: { web: [] } });
  const toolset = createToolset(new Trawl({ baseUrl: 'http://127.0.0.1:3002', fetch }));
  const { text, isError } = await toolset.call('search', given);
  expect(isError ? text.split('\n') : []).toEqual(problems);
});
