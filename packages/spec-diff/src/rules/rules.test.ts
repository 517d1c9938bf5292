import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EXTENSIONS, pairOf } from '../../test/pairs.js';
import { compare } from '../compare.js';
import type { Difference } from '../difference.js';
import { parseSpec } from '../document.js';
import { expanded } from '../id-pattern.js';
import { isAbout, RULES, yieldsTo } from './index.js';
import { rulesList } from './list.js';
import type { Rule } from './rule.js';

const FILES = readdirSync(fileURLToPath(new URL('.', import.meta.url)))
  .filter((file) => !/^(index|list|rule|without-rule)\.ts$|\.test\.ts$/.test(file))
  .map((file) => file.replace('.ts', ''));

it('has a file for each rule, and exports it under the same name', async () => {
  expect(RULES.map(({ name }) => name).sort()).toEqual([...FILES].sort());
  for (const { name } of RULES) {
    const exported: Record<string, unknown> = await import(`./${name}.ts`);
    const camelCase = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    expect(exported[camelCase]).toMatchObject({ name });
  }
});

describe.each(RULES.map((rule) => ({ name: rule.name, rule })))('$name', ({ name, rule }) => {
  it('finds what its documentation shows', () => {
    const { of, id, before, after } = rule.docs.example;
    const key = of === 'response' ? 'answer' : of;
    const pair = pairOf({ [key]: [parse(before), parse(after)], says: [] });
    const extensions = { ...EXTENSIONS, 'x-idempotent': 'guarantee' } as const;
    const report = compare(parseSpec(pair.before, 'before'), parseSpec(pair.after, 'after'), {
      extensions,
      sunset: { noticeDays: 90 },
    });
    expect(report.changes.map((change) => `${change.rule} ${change.id}`)).toContain(`${name} ${id}`);
  });

  it('says what it finds in a sentence, in the list of the guide', () => {
    expect(rule.docs.finds).toMatch(/^[A-Z].*\.$/);
    expect(rulesList()).toContain(`### \`${name}\``);
    const isListed = rule.ids.flatMap(expanded).includes(rule.docs.example.id);
    expect(isListed || rule.ids.length === 0).toBe(true);
  });
});

it('states which of two rules has the word where both could judge the same difference', () => {
  const unordered = differences().flatMap((difference) => {
    const asked = RULES.filter((rule) => isAsked(rule, difference));
    return asked.flatMap((rule, index) =>
      asked
        .slice(index + 1)
        .filter((other) => !isOrdered(rule, other))
        .map((other) => `${rule.name}, ${other.name}`),
    );
  });
  expect([...new Set(unordered)]).toEqual([]);
});

/** One difference of each kind that some rule tells from the others. */
function differences(): Difference[] {
  const all = RULES.map(({ about }) => about);
  const parts = [...new Set(all.flatMap((about) => about.parts))];
  const keywords = [...new Set([...all.flatMap((about) => about.keywords ?? []), 'maxLength', 'x-any'])];
  const parents = [...new Set([...all.flatMap((about) => about.parentKeywords ?? []), 'items'])];
  return parts.flatMap((part) => [
    ...keywords.map((keyword): Difference => ({ kind: 'modified', part, keyword, uses: [] })),
    ...parents.flatMap((parentKeyword): Difference[] => [
      { kind: 'added', part, parentKeyword, uses: [] },
      { kind: 'removed', part, parentKeyword, uses: [] },
      { kind: 'modified', part, keyword: 'key', parentKeyword, uses: [] },
    ]),
  ]);
}

function isAsked(rule: Rule, difference: Difference): boolean {
  return rule.about.parts.includes(difference.part) && isAbout(rule, difference);
}

function isOrdered(rule: Rule, other: Rule): boolean {
  return yieldsTo(rule, other) || yieldsTo(other, rule);
}
