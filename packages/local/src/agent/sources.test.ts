import { expect, test } from 'vitest';
import { checkedSources, valuesOf } from './sources.js';

const A = 'https://a.example/';
const B = 'https://b.example/page';
const data = {
  companies: [
    { name: 'Ada', founded: 1911 },
    { name: 'Bea', note: null },
  ],
  total: 0,
};

test('values are those that hold no other, without empty ones', () => {
  expect(valuesOf(data).map(({ path }) => path)).toEqual([
    'companies[0].name',
    'companies[0].founded',
    'companies[1].name',
    'total',
  ]);
});

test.each<[string, string[]]>([
  ['companies[0].name', ['companies[0].name']],
  ['data.companies.0.name', ['companies[0].name']],
  ['/companies/0', ['companies[0].name', 'companies[0].founded']],
  ['$.companies[*].name', ['companies[0].name', 'companies[1].name']],
  ['companies[].name', ['companies[0].name', 'companies[1].name']],
  ['companies.name', ['companies[0].name', 'companies[1].name']],
  ['companies', ['companies[0].name', 'companies[0].founded', 'companies[1].name']],
  ['data', ['companies[0].name', 'companies[0].founded', 'companies[1].name', 'total']],
  ['companies[0].na', []],
  ['constructor', []],
])('a source of %s is one of %j', (field, paths) => {
  expect(Object.keys(checkedSources(data, [{ field, urls: [A] }], [A]).sources)).toEqual(paths);
});

test('pages that were not read are no sources, and values without any are named', () => {
  const claimed = [
    { field: 'companies', urls: ['https://c.example/', `${B}#part`, 'no url'] },
    { field: 'total', urls: ['https://c.example/'] },
  ];
  const { sources, missing } = checkedSources(data, claimed, [A, B]);
  expect(sources['companies[1].name']).toEqual([B]);
  expect(missing).toEqual(['total']);
});
