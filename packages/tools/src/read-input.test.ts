import { readFileSync } from 'node:fs';
import { Trawl } from '@trawl/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { address, choice, type FieldKind, text, texts, wholeNumber, yesOrNo } from './input-fields.js';
import { readInput } from './read-input.js';
import { createToolset } from './toolset.js';

const guide = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8');

const FIELDS = {
  text: text('A text.'),
  address: address('An address.'),
  choice: choice(['web', 'news'], 'A choice.'),
  'whole number': wholeNumber(0, 100, 'A number.'),
  'yes or no': yesOrNo('Yes or no.'),
  'list of texts': texts('A list.'),
} satisfies Readonly<Record<FieldKind, z.ZodType>>;

const OPTIONAL_FIELDS = Object.fromEntries(Object.entries(FIELDS).map(([kind, field]) => [kind, field.optional()]));

/** The rows of the guide: what a field takes, and for each value that is written what is read; nothing where it is left out. */
const rows = [...guide.matchAll(/^\| (\S[^|]*?) \| (`[^|]+`) \| (`[^|]+`|left out) \|$/gm)]
  .filter(([, kind = '']) => kind in FIELDS || kind === 'every field')
  .flatMap(([, kind = '', written = '', meant = '']) => {
    const value = meant === 'left out' ? undefined : JSON.parse(meant.slice(1, -1));
    const kinds = kind === 'every field' ? Object.keys(FIELDS) : [kind];
    return kinds.flatMap((one) =>
      [...written.matchAll(/`([^`]+)`/g)].map(
        ([, json = '']) => [one, JSON.parse(json) as unknown, value as unknown] as const,
      ),
    );
  });

describe('the table of the guide', () => {
  it('has rows for every kind of field', () => {
    expect(new Set(rows.map(([kind]) => kind))).toEqual(new Set(Object.keys(FIELDS)));
  });

  it.each(rows)('reads a field of the kind %s that is written as %j as %j', (kind, written, meant) => {
    const input = meant === undefined ? {} : { [kind]: meant };
    expect(readInput({ [kind]: written }, OPTIONAL_FIELDS)).toEqual(input);
    expect(z.strictObject(OPTIONAL_FIELDS).safeParse(input).success).toBe(true);
  });

  it('leaves out fields that clients add', () => {
    const [, names = ''] = /Fields that clients add[^:]*: ([^.]+)\./.exec(guide) ?? [];
    const added = [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(added.length).toBeGreaterThan(3);
    const input = { text: 'a', ...Object.fromEntries(added.map((name) => [name, 'call_1'])) };
    expect(readInput(input, FIELDS)).toEqual({ text: 'a' });
  });
});

/** Texts that could be read as something else. */
const temptingText = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('2024', '[1]', '["a"]', 'true', 'null', 'None', '{}', '"a"', ' ', 'no', '1.0', 'web', 'example.com'),
  fc.json(),
);

const VALID: Readonly<Record<FieldKind, fc.Arbitrary<unknown>>> = {
  text: temptingText,
  address: fc.webUrl({ withFragments: true, withQueryParameters: true }),
  choice: fc.constantFrom('web', 'news'),
  'whole number': fc.integer({ min: 0, max: 100 }),
  'yes or no': fc.boolean(),
  'list of texts': fc.array(temptingText),
};

/** How models write a value in the place of itself, by its kind. */
const MISSPELT: Readonly<Record<FieldKind, (value: never) => readonly unknown[]>> = {
  text: () => [],
  address: (value: string) => [[value], JSON.stringify([value])],
  choice: (value: string) => [value.toUpperCase(), ` ${value} `, [value], JSON.stringify([value])],
  'whole number': (value: number) => [`${value}`, ` ${value} `, `${value}.0`, [value], [`${value}`], `[${value}]`],
  'yes or no': (value: boolean) => [`${value}`, value ? 'True' : 'False', value ? 1 : 0, value ? 'yes' : 'no', [value]],
  'list of texts': (value: readonly string[]) => [JSON.stringify(value), [...value, null]],
};

describe.each(Object.entries(FIELDS) as [FieldKind, z.ZodType][])('a field of the kind %s', (kind, field) => {
  it.each([
    ['that is required', field],
    ['that may be left out', field.optional()],
  ])('%s does not change where its value is valid', (_, tried) => {
    fc.assert(
      fc.property(VALID[kind], (value) => {
        expect(readInput({ field: value }, { field: tried })).toEqual({ field: value });
      }),
    );
  });

  it('is read however models write it', () => {
    fc.assert(
      fc.property(VALID[kind], (value) => {
        for (const written of MISSPELT[kind](value as never)) {
          expect(readInput({ field: written }, { field })).toEqual({ field: value });
        }
      }),
    );
  });

  it('stays as it is, and is refused, where nothing says what it means', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 2 }), (value) => {
        const { field: read } = readInput({ field: value }, { field }) as { readonly field?: unknown };
        if (!field.safeParse(read).success && read !== undefined) expect(read).toBe(value);
      }),
    );
  });

  it('is left out as an empty text only if it may be', () => {
    expect(readInput({ field: '' }, { field: field.optional() })).toEqual({});
    const { field: read } = readInput({ field: '' }, { field }) as { readonly field?: unknown };
    expect(read).toBe('');
  });
});

it.each([undefined, null, '', '{}', {}])('all arguments written as %j are none', async (input) => {
  const fetch = async () => Response.json({ success: true, data: { remainingCredits: 5 } });
  const toolset = createToolset(new Trawl({ baseUrl: 'http://127.0.0.1:3002', fetch }), { tools: ['credits'] });
  expect((await toolset.call('credits', input)).isError).toBe(false);
});
