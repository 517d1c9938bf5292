import { existsSync } from 'node:fs';
import { createLocalServer } from '@trawl/local';
import { expect, it } from 'vitest';

it('the built service has the reference and the guides, which name its own address', async () => {
  for (const file of ['reference/pages.br', 'docs/pages.br']) {
    expect(existsSync(new URL(`../../packages/local/dist/${file}`, import.meta.url)), file).toBe(true);
  }
  await using service = await createLocalServer({ port: 0, browser: 'off', offline: true, quiet: true });
  const reference = await (await fetch(`${service.url}/reference/`)).text();
  expect(reference).toContain('<html lang="en" data-service="open"');
  expect(reference).toContain("connect-src 'self'");
  for (const path of [
    '/openapi.json',
    '/openapi.yaml',
    '/reference.md',
    '/llms.txt',
    '/llms-full.txt',
    '/reference/search/search-the-web',
    '/reference/search/search-the-web.md',
    '/docs/jobs.md',
  ]) {
    const response = await fetch(service.url + path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(await response.text(), path).not.toContain('http://127.0.0.1:3002');
  }
});
