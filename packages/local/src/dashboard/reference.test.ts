import { expect, it } from 'vitest';
import { createAddresses } from '../http/addresses.js';
import { createReference, REFERENCE_PATHS } from './reference.js';

const passedOn = new Response('passed on');

function ask(path: string, init: RequestInit = {}) {
  return createReference({ addresses: createAddresses(), needsKey: false, missing: () => [] })(
    new Request(`http://127.0.0.1:3002${path}`, init),
    async () => passedOn,
  );
}

// From source: only a build has the files beside it. The packed package is asked for them in test/packaging.
it('leads from /reference to the folder, to which the links of the page are relative', async () => {
  const response = await ask('/reference');
  expect([response.status, response.headers.get('location')]).toEqual([308, '/reference/']);
});

it.each(REFERENCE_PATHS.slice(1))('says what to do when %s was not built in', async (path) => {
  const [head, get] = await Promise.all([ask(path, { method: 'HEAD' }), ask(path)]);
  expect([head.status, get.status]).toEqual([404, 404]);
  expect(await head.text()).toBe('');
  expect(await get.text()).toContain('npm run build');
});

it('leaves everything else to the API', async () => {
  expect(await ask('/v2/crawl/active')).toBe(passedOn);
  expect(await ask('/reference', { method: 'POST' })).toBe(passedOn);
});
