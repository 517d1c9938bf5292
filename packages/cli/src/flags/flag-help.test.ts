import { expect, it } from 'vitest';
import * as generated from '../generated/flags.js';
import { scrapePage, searchWeb } from '../generated/flags.js';
import type { Flag } from './flag.js';
import { byHeading, fullTextOf, summaryOf } from './flag-help.js';
import { FLAG_TEXTS } from './flag-texts.js';

const flag = (help: string, more: Partial<Flag> = {}): Flag => ({
  name: 'x',
  field: ['x'],
  kind: 'string',
  help,
  ...more,
});

it.each<[string, Flag]>([
  ['One sentence.', flag('One sentence. And another one.', { summary: 'One sentence.' })],
  ['The whole text.', flag('The whole text.')],
  ['Emulate a mobile device.', flag('Whether to emulate it.', { name: 'mobile', kind: 'boolean', default: false })],
  [
    'Keep ads and cookie pop-ups.',
    flag('Whether to block ads.', { name: 'block-ads', kind: 'boolean', default: true }),
  ],
  [
    'Keep ads and cookie pop-ups.',
    flag('Whether to block ads.', { name: 'scrape-block-ads', kind: 'boolean', default: true }),
  ],
  ['Which. [a, b; default a]', flag('Which.', { choices: ['a', 'b'], default: 'a' })],
  ['How long. [1 to 5; default 2]', flag('How long.', { kind: 'integer', min: 1, max: 5, default: 2 })],
  ['What. [required; a, b]', flag('What.', { choices: ['a', 'b'], required: true })],
  ['How many. [1 or more]', flag('How many.', { kind: 'integer', min: 1 })],
  ['How long. [more than 0]', flag('How long.', { kind: 'number', exclusiveMin: 0 })],
  ['How long. [more than 0, 60 at most]', flag('How long.', { kind: 'number', exclusiveMin: 0, max: 60 })],
  ['How many. [9 at most; default 0]', flag('How many.', { kind: 'integer', max: 9, default: 0 })],
  ['Formats. [default markdown,pdf]', flag('Formats.', { kind: 'items', default: ['markdown', { type: 'pdf' }] })],
])('the summary of a flag is "%s"', (summary, given) => {
  expect(summaryOf(given)).toBe(summary);
});

it('the full text of a flag is its sentence and all that the contract says', () => {
  const ads = flag('Whether to block ads. And b; or c.', {
    name: 'block-ads',
    field: ['blockAds'],
    kind: 'boolean',
    default: true,
  });
  expect(fullTextOf(ads)).toBe('Keep ads and cookie pop-ups. `blockAds`: Whether to block ads. And b; or c.');
});

const everyFlag = Object.values(generated).flat();

it('the table has a text for every switch that the contract describes as a question, and only for flags that exist', () => {
  const shown = everyFlag.filter(({ kind }) => kind === 'boolean').map((one) => [one, summaryOf(one)] as const);
  const missing = shown.filter(([, text]) => text.startsWith('Whether ')).map(([{ name }]) => name);
  expect([...new Set(missing)], 'Say in `flag-texts.ts` what each of these flags does.').toEqual([]);
  const names = new Set(everyFlag.flatMap(({ name }) => [name, `no-${name}`]));
  expect(Object.keys(FLAG_TEXTS).filter((name) => !names.has(name))).toEqual([]);
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
