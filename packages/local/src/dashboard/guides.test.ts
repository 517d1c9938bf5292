import { expect, it } from 'vitest';
import { PASSED_ON, serveStep } from '../../test/serve-api.js';
import { guides } from './guides.js';

const answer = (path: string, init: RequestInit = {}) => serveStep(guides)(`http://127.0.0.1:3002${path}`, init);

it('leads from /docs to the folder, to which the links of the list are relative', async () => {
  const response = await answer('/docs');
  expect([response.status, response.headers.get('location')]).toEqual([308, '/docs/']);
});

it.each(['/docs/', '/docs/jobs.html', '/docs/jobs', '/docs/guides.json'])(
  'says at %s that this build has no such guide',
  async (path) => {
    const response = await answer(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('/docs/ lists those of this build');
  },
);

it('says so on a page to a browser', async () => {
  const response = await answer('/docs/nope.html', { headers: { accept: 'text/html' } });
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(await response.text()).toMatch(/no guide at \/docs\/nope\.html[\s\S]*href="\/docs\/"/);
});

it('leaves everything else to the API', async () => {
  for (const path of [
    '/docs/../v2/team',
    '/docs/a/b.html',
    '/docs/jobs/',
    '/docsy',
    '/docs/jobs.html.gz',
    '/docs/%2e%2e%2fcli.js',
  ]) {
    expect(await (await answer(path)).text(), path).toBe(PASSED_ON);
  }
  expect(await (await answer('/docs/', { method: 'POST' })).text()).toBe(PASSED_ON);
});
