import { expect, it } from 'vitest';
import { PASSED_ON, serveStep } from '../../test/serve-api.js';
import { createReference, isReferencePath } from './reference.js';

function ask(path: string, init: RequestInit = {}) {
  return serveStep(createReference({ needsKey: false, missing: () => [] }))(`http://127.0.0.1:3002${path}`, init);
}

// From source: only a build has the files beside it. The packed package is asked for them in test/packaging.
it('leads from /reference to the folder, to which the links of the page are relative', async () => {
  for (const path of ['/reference', '/reference/redoc.html']) {
    const response = await ask(path);
    expect([response.status, response.headers.get('location')], path).toEqual([308, '/reference/']);
  }
});

it.each([
  '/reference/',
  '/reference/search/search-the-web',
  '/reference/search/search-the-web.md',
  '/reference/site.js',
  '/llms.txt',
])('says what to do when %s was not built in', async (path) => {
  expect(isReferencePath(path)).toBe(true);
  const [head, get] = await Promise.all([ask(path, { method: 'HEAD' }), ask(path)]);
  expect([head.status, get.status]).toEqual([404, 404]);
  expect(await head.text()).toBe('');
  expect(await get.text()).toContain('npm run build');
});

it('leaves everything else to the API', async () => {
  for (const path of [
    '/v2/crawl/active',
    '/reference/a/b/c.html',
    '/reference/pages.br',
    '/reference/..%2fcli.js',
    '/site.js',
  ]) {
    expect(await (await ask(path)).text(), path).toBe(PASSED_ON);
    expect(isReferencePath(path)).toBe(false);
  }
  expect(await (await ask('/reference', { method: 'POST' })).text()).toBe(PASSED_ON);
});
