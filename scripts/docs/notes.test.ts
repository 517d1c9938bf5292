import { describe, expect, it } from 'vitest';
import { contractWith } from './contract-for-tests.js';
import { badgesOf, costsOf, notesOn, OBSERVED, textOf } from './notes.js';
import type { Contract, Operation } from './openapi.js';

const notes = (operation: Partial<Operation>, rest: Partial<Contract> = {}) =>
  notesOn({ operationId: 'makeThing', ...operation }, contractWith({ rest })).map(
    ({ name, text }) => `${name}: ${text}`,
  );

describe('an operation', () => {
  it('says whether it can be repeated, and when it was only observed', () => {
    expect(notes({ 'x-repeat-safe': true, 'x-evidence': 'observed' })).toEqual([
      expect.stringMatching(/^Safe to repeat: yes\./),
      expect.stringMatching(/^Observed: read off running servers/),
    ]);
    expect(notes({ 'x-repeat-safe': false, 'x-evidence': 'documented' })).toEqual([
      expect.stringMatching(/^Safe to repeat: no\./),
    ]);
  });

  it('says when it needs no key, where it stood before, and that it is to go', () => {
    expect(notes({ security: [{ bearerAuth: [] }, {}], 'x-older-path': '/v1/things', deprecated: true })).toEqual([
      expect.stringMatching(/^Deprecated/),
      expect.stringMatching(/^Key: optional/),
      'Older path: `/v1/things`',
    ]);
  });
});

it('says what running servers charge for a call', () => {
  const operations = ['makeThing'];
  const rest = {
    'x-regular-credits': [
      { credits: 1, per: 'page', operations, description: 'A page.' },
      { credits: 4, per: 'page', operations, formats: ['json', 'question'], description: 'A format.' },
      { credits: 9, per: 'page', operations: ['other'], description: 'Another.' },
    ],
  };
  expect(notes({}, rest)).toEqual([
    'Costs: a page: 1 credit per page; a format (`json`, `question`): up to 4 more credits per page. See [Credits](#/section/credits) for what options cost.',
  ]);
});

describe('a field', () => {
  it('lists an open set, and that it is open', () => {
    expect(textOf({ description: 'How it is.', 'x-extensible-enum': ['new', 'old'] })).toBe(
      'How it is.\n\nOne of `new`, `old`. New values may come.',
    );
  });

  it('explains a set whose values are explained, and does not list it twice', () => {
    const schema = { 'x-extensible-enum': ['new'], 'x-enumDescriptions': { new: 'Just made.' } };
    expect(textOf(schema)).toBe('New values may come.\n\n- `new`: Just made.');
    expect(textOf({ ...schema, description: 'New codes may come.' })).toBe(
      'New codes may come.\n\n- `new`: Just made.',
    );
  });

  it('says what it needs, where it comes back, and what its default becomes with lockdown', () => {
    expect(
      textOf({ 'x-returned-in': 'answer', 'x-needs': 'a model.', 'x-default-in-lockdown': 730 }).split('\n\n'),
    ).toEqual(['Comes back in `answer`.', '**Needs:** a model.', 'Default with `lockdown`: `730`']);
    expect(textOf({ description: 'Returned in `answer`.', 'x-returned-in': 'answer' })).toBe('Returned in `answer`.');
  });

  it('is marked when its URL expires, and when it alone was observed', () => {
    expect(badgesOf({ 'x-expires-after-ms': 86_400_000 }, undefined, undefined)).toEqual(['expires after 24 hours']);
    expect(badgesOf({}, 'observed', 'documented')).toEqual([OBSERVED]);
    expect(badgesOf({}, 'observed', 'observed')).toEqual([]);
  });

  it('says what its values cost', () => {
    const rule = { id: 'one', field: 'proxy', value: 'enhanced', least: 2, most: 2, per: 'page', description: 'Why.' };
    const contract = contractWith({ rest: { 'x-credit-rules': [rule] } });
    expect(costsOf(contract, 'scrapeOptions.proxy')).toEqual(['**Costs** with `enhanced`: 2 credits per page. Why.']);
    expect(costsOf(contract, 'proxy', 'basic')).toEqual([]);
    expect(costsOf(contract, 'otherproxy')).toEqual([]);
  });
});
