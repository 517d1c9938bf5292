import { expect, it } from 'vitest';
import { scrapePage, searchWeb } from '../generated/flags.js';
import type { Flag } from './flag.js';
import { byHeading, fullTextOf, summaryOf } from './flag-help.js';

const flag = (help: string, more: Partial<Flag> = {}): Flag => ({
  name: 'x',
  field: ['x'],
  kind: 'string',
  help,
  ...more,
});

it.each<[string, Flag]>([
  ['One sentence.', flag('One sentence. And another one.')],
  ['Tags, such as `a.b`.', flag('Tags, such as `a.b`. More.')],
  ['Follow links to subdomains.', flag('Whether to follow links to subdomains.', { kind: 'boolean', default: false })],
  ['Do not block ads.', flag('Whether to block ads.', { kind: 'boolean', default: true })],
  ['Switch off: the session is kept.', flag('Whether the session is kept.', { kind: 'boolean', default: true })],
  ['See the guide.', flag('See [the guide](#guide).')],
  ['Which. [a, b; default a]', flag('Which.', { choices: ['a', 'b'], default: 'a' })],
  ['How long. [1 to 5; default 2]', flag('How long.', { kind: 'integer', least: 1, most: 5, default: 2 })],
  ['What. [required; a, b]', flag('What.', { choices: ['a', 'b'], required: true })],
  ['How many. [1 or more]', flag('How many.', { kind: 'integer', least: 1 })],
  ['How many. [9 at most; default 0]', flag('How many.', { kind: 'integer', most: 9, default: 0 })],
  ['Formats. [default markdown,pdf]', flag('Formats.', { kind: 'items', default: ['markdown', { type: 'pdf' }] })],
  [
    'A sentence that is short enough to stay in the help.',
    flag(`A sentence that is short enough to stay in the help: ${'or so, '.repeat(10)}says the contract.`),
  ],
])('the summary of a flag is "%s"', (summary, given) => {
  expect(summaryOf(given)).toBe(summary);
});

it('the full text of a flag is all that the contract says', () => {
  expect(fullTextOf(flag('Whether to a. And b; or c.', { kind: 'boolean' }))).toBe('A. And b; or c.');
});

it('every flag stands below one heading', () => {
  for (const flags of [scrapePage, searchWeb]) {
    const shown = byHeading(flags).flatMap(([, group]) => group);
    expect(new Set(shown)).toEqual(new Set(flags));
    expect(shown).toHaveLength(flags.length);
  }
});

it('a name is that of one flag alone', () => {
  for (const flags of [scrapePage, searchWeb]) expect(new Set(flags.map(({ name }) => name)).size).toBe(flags.length);
});
