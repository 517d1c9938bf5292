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

const DEFAULT_TOOLS = ['search', 'scrape', 'read_more', 'map', 'crawl', 'crawl_status', 'interact'];

it.each<[Parameters<typeof toolsFor>[0], string[]]>([
  [{}, DEFAULT_TOOLS],
  [{ filesFolder: '.' }, [...DEFAULT_TOOLS, 'parse']],
  [{ tools: 'default' }, DEFAULT_TOOLS],
  [{ tools: ['search'] }, ['search']],
  [{ tools: ['read_more', 'scrape'] }, ['scrape', 'read_more']],
  [{ tools: ['default', 'agent'] }, [...DEFAULT_TOOLS, 'agent']],
  [{ tools: 'all' }, [...DEFAULT_TOOLS, 'ask_page', 'agent', 'credits']],
  [{ tools: 'all', allowedHosts: ['example.com'] }, [...DEFAULT_TOOLS.slice(0, -1), 'ask_page', 'credits']],
])('with %o there are %o', (options, names) => {
  expect(toolsFor(options).map(({ name }) => name)).toEqual(names);
});

it.each<[Parameters<typeof toolsFor>[0], string]>([
  [{ tools: ['search', 'scrape'] }, 'The results of scrape tell the model to call read_more: name it as well.'],
  [{ tools: ['crawl', 'read_more'] }, 'The results of crawl tell the model to call crawl_status: name it as well.'],
  [{ tools: ['Search'] }, 'There is no tool Search. There are search, scrape,'],
  [{ tools: [''] }, 'There is no tool . There are search'],
  [{ tools: [] }, 'Name at least one tool, or default.'],
  [{ tools: ['default', 'parse'] }, 'The tool parse needs a folder of files to read.'],
  [{ tools: ['default', 'agent'], blockedHosts: ['a.example'] }, 'There is no tool agent where rules for hosts hold'],
])('%o is refused', (options, message) => {
  expect(() => toolsFor(options)).toThrow(message);
});

it.each([{ allowedHosts: ['a.example'] }, { blockedHosts: ['b.example'] }])(
  'with %o there are no pictures, which would show the frames of other hosts',
  async (rules) => {
    const asked: string[] = [];
    const fetch = async (_: unknown, { body }: RequestInit = {}) => {
      asked.push(String(body));
      return Response.json({ success: true, data: { markdown: 'Here', metadata: { url: 'https://a.example' } } });
    };
    const toolset = createToolset(new Trawl({ baseUrl: 'http://127.0.0.1:3002', fetch }), rules);
    expect(JSON.stringify(toolset.tools)).not.toContain('screenshot');
    const url = 'https://a.example';
    expect(await toolset.call('scrape', { url, screenshot: true })).toMatchObject({ isError: true });
    expect((await toolset.call('scrape', { url })).text).toContain('Here');
    expect(asked).toHaveLength(1);
    expect(asked.join()).not.toContain('screenshot');
  },
);

it('names of tools have the prefix wherever the model reads them', async () => {
  const markdown = 'The anchor holds well in sand. '.repeat(3000);
  const fetch = async () =>
    Response.json({ success: true, data: { markdown, metadata: { url: 'https://a.example' } } });
  const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:3002', fetch });
  const toolset = createToolset(trawl, { prefix: 'trawl_', tools: 'all' });
  expect(toolset.tools.every(({ name }) => name.startsWith('trawl_'))).toBe(true);
  const [, scrape] = toolset.tools;
  expect(scrape?.description).toContain('go on with trawl_read_more. Use trawl_search when you do');
  expect((await toolset.call('trawl_scrape', { url: 'https://a.example' })).text).toContain(
    'go on with trawl_read_more',
  );
  expect(() => createToolset(trawl, { prefix: '7.' })).toThrow('prefix must be');
});

it('others than the default ones are there when they are asked for', () => {
  expect(toolsFor({ tools: ['default', 'credits'] }).map(({ name }) => name)).toContain('credits');
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
  [{ query: 'a', limit: 'five' }, ['limit must be a whole number from 1 to 20.']],
  [{ query: 'a', source: 'x' }, ['source must be one of web, news, images.']],
  [{ query: 'a', depth: 1 }, ['There is no field depth. It takes query, source, limit.']],
  ['anchor', ['The input must be an object.']],
])('an input of %o is explained field by field', async (given, problems) => {
  const fetch = async () => Response.json({ success: true, data: { web: [] } });
  const toolset = createToolset(new Trawl({ baseUrl: 'http://127.0.0.1:3002', fetch }));
  const { text, isError } = await toolset.call('search', given);
  expect(isError ? text.split('\n') : []).toEqual(problems);
});
