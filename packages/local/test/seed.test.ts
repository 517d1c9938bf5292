import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OptionError } from '@trawl/base/option-error';
import { expect, test } from 'vitest';
import { call, startServer } from './server.js';

const page = (title: string) => `<title>${title}</title><main><h1>${title}</h1><p>All about ${title}.</p></main>`;

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-seed-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

test('the pages of a folder are available from the start, without a network', async () => {
  const seed = folderOf({
    'docs.example/index.html': page('anchors'),
    'docs.example/guide/nets and ropes.html': page('nets'),
    'docs.example/v1.md/index.html': page('ropes'),
    'docs.example/style.css': 'body {}',
    'docs.example/broken.pdf': '%PDF-1.7 and nothing else',
    'notes.txt': 'of no host',
  });
  const lines: string[] = [];
  const server = await startServer({ seed, offline: true, log: (line) => lines.push(line) });
  const scrape = (url: string) => call(server, 'POST /v2/scrape', { body: { url } });

  expect(await scrape('https://docs.example/')).toMatchObject({
    status: 200,
    body: { data: { metadata: { title: 'anchors' } } },
  });
  expect(await scrape('https://docs.example/guide/nets%20and%20ropes.html')).toMatchObject({ status: 200 });
  expect(await scrape('https://docs.example/v1.md/')).toMatchObject({ status: 200 });
  expect(await scrape('https://docs.example/style.css')).toMatchObject({ status: 500 });
  expect(await call(server, 'POST /v2/search', { body: { query: 'nets' } })).toMatchObject({
    body: { data: { web: [{ url: 'https://docs.example/guide/nets%20and%20ropes.html', title: 'nets' }] } },
  });
  expect(lines).toEqual([expect.stringMatching(/^Seed https:\/\/docs\.example\/broken\.pdf was left out: ./)]);
});

test('every team and callers without a key can read seeded pages', async () => {
  const seed = folderOf({ 'docs.example/index.html': page('anchors') });
  const server = await startServer({ seed, offline: true, apiKeys: ['one', 'two'], adminKey: 'admin' });
  const given = { pages: [{ url: 'https://docs.example/nets', content: page('nets') }] };
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  await call(server, 'POST /_local/seed', { body: given, headers: bearer('admin') });
  for (const headers of [bearer('one'), bearer('two'), {}]) {
    const found = await call(server, 'POST /v2/search', { body: { query: 'site:docs.example' }, headers });
    expect(found).toMatchObject({ body: { data: { web: [{ title: 'nets' }, { title: 'anchors' }] } } });
    const scraped = await call(server, 'POST /v2/scrape', { body: { url: 'https://docs.example/' }, headers });
    expect(scraped).toMatchObject({ status: 200, body: { data: { metadata: { title: 'anchors' } } } });
  }
});

test('the start fails with the name of a page that cannot be read', async () => {
  const seed = folderOf({ 'docs.example/index.html': page('anchors') });
  const file = join(seed, 'docs.example', 'gone.html');
  symlinkSync(join(seed, 'nowhere'), file);
  const refusal = await startServer({ seed }).catch((error) => error);
  expect(refusal).toBeInstanceOf(OptionError);
  expect(refusal.message).toMatch(`The seed file ${file} cannot be read: ENOENT`);
});

test('a running server accepts pages, and names those that it cannot read', async () => {
  const server = await startServer();
  const pages = [
    { url: 'https://docs.example/', content: page('anchors') },
    { url: 'https://docs.example/a.pdf', content: '%PDF-1.7 and nothing else', contentType: 'application/pdf' },
  ];
  expect(await call(server, 'POST /_local/seed', { body: { pages } })).toMatchObject({
    status: 200,
    body: { data: { pages: 1, failed: [{ url: 'https://docs.example/a.pdf', error: expect.any(String) }] } },
  });
  const wrong = await call(server, 'POST /_local/seed', { body: { pages: [{ url: 'docs', content: 5 }] } });
  expect(wrong).toMatchObject({ status: 400, body: { error: 'pages.0.url: URL uses unsupported protocol' } });
});
