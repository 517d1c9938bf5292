import { expect, it } from 'vitest';
import { searchPapers } from '../generated/flags.js';
import { type CommandSpec, flagsOf } from './command.js';

const papers: Pick<CommandSpec, 'arguments' | 'flags'> = {
  arguments: [{ name: 'query', description: 'What the papers are about.', required: true, field: 'query' }],
  flags: searchPapers,
};

it('a field that an argument gives is no flag as well', () => {
  expect(searchPapers.map(({ name }) => name)).toContain('query');
  expect(flagsOf(papers).map(({ name }) => name)).toEqual(['k', 'authors', 'categories', 'from', 'to']);
});
