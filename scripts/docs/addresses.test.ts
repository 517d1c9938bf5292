import { expect, it } from 'vitest';
import { fixLinks } from './addresses.js';
import { contractWith, theOperation } from './contract-for-tests.js';

it('lets a link to an operation lead to its place on the page', () => {
  const contract = contractWith({ introduction: 'See [making](#operation/makeThing), or [this](#credits).' });
  fixLinks(contract);
  expect(contract.info.description).toBe('See [making](#/odd-things/makething), or [this](#credits).');
});

it('finds links wherever something is described', () => {
  const contract = contractWith({ operation: { description: '[again](#operation/makeThing)' } });
  fixLinks(contract);
  expect(theOperation(contract).description).toBe('[again](#/odd-things/makething)');
});

it('names a link to an operation that does not exist', () => {
  expect(() => fixLinks(contractWith({ introduction: '[gone](#operation/goneThing)' }))).toThrow(
    '(#operation/goneThing): a description links here, but there is no such operation.',
  );
});
