import { printableLine } from '@trawl/base/printable';
import type { ImageResult, NewsResult, SearchInput, WebResult } from '@trawl/sdk';
import { EXIT } from '../exit-status.js';
import { searchWeb } from '../generated/flags.js';
import type { CommandSpec } from './command.js';

export const search: CommandSpec = {
  name: 'search',
  summary: 'Search the web, news and images',
  details: 'With --formats, each result is also read.',
  arguments: [{ name: 'query', description: 'What to search for.', required: true, field: 'query', many: true }],
  flags: searchWeb,
  examples: [
    'trawl search folding anchor --limit 5',
    'trawl search "folding anchor" --sources web,news --json',
    'trawl search anchor --formats markdown --fields web.url,web.markdown',
  ],
  estimate: (args, request) => ['search', { ...request, query: args.join(' ') } as SearchInput],

  async run({ trawl, args, request, output, signal, say }) {
    const results = await trawl.search(args.join(' '), request as SearchInput<[], []>, { signal });
    const text = textOf(results);
    if (results.warning) say(results.warning);
    else if (text === '') say('Nothing was found.');
    await output.one(results, text);
    return text === '' ? EXIT.failed : EXIT.ok;
  },
};

type Result = Partial<WebResult & NewsResult & ImageResult>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function textOf(results: object): string {
  const lists = Object.values(results).filter((list): list is Result[] => Array.isArray(list));
  return lists
    .flat()
    .map(({ title, url, imageUrl, description, snippet }) =>
      [title, imageUrl ?? url, description ?? snippet].filter(isText).map(printableLine).join('\n'),
    )
    .join('\n\n');
}
