import { expect, it } from 'vitest';
import { contractWith } from './contract-for-tests.js';
import { fillServers } from './enrich.js';

it('shows the address that a variable stands for, and what it says about itself', () => {
  const variables = { base_url: { default: 'http://127.0.0.1:3002', description: 'Without a slash.' } };
  const contract = contractWith({ rest: { servers: [{ url: '{base_url}', description: 'Yours.', variables }] } });
  fillServers(contract);
  expect(contract.servers).toEqual([{ url: 'http://127.0.0.1:3002', description: 'Yours. Without a slash.' }]);
});
