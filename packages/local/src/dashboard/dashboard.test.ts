import { expect, it } from 'vitest';
import { PASSED_ON, serveStep } from '../../test/serve-api.js';
import { settingsFrom } from '../settings/settings-validation.js';
import { createDashboard } from './dashboard.js';
import { factsOf } from './facts.js';

/** The response of a server with these options. */
async function ask(path: string, options: Parameters<typeof settingsFrom>[0] = {}, init: RequestInit = {}) {
  const front = createDashboard(() => factsOf(settingsFrom(options), { about: 'none: it is switched off' }, '1.2.3'));
  return serveStep(front)(`http://127.0.0.1:3002${path}`, init);
}

it('says at / what the server is, can do and cannot', async () => {
  const response = await ask('/');
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await response.text();
  expect(html).toContain('version 1.2.3');
  expect(html).toContain('Search the pages that it has seen');
  expect(html).toContain('What needs a browser: screenshots, actions, sessions');
  expect(html).not.toContain('TRAWL_API_KEY');
});

it('leaves nothing to a hosted service where it has a browser and a model', async () => {
  const settings = settingsFrom({ modelUrl: 'http://127.0.0.1:11434/v1', modelName: 'small' });
  const browser = { about: 'chromium', place: { path: 'chromium' } };
  const html = async (found: Parameters<typeof factsOf>[1]) =>
    (await serveStep(createDashboard(() => factsOf(settings, found, '1.2.3')))('http://127.0.0.1/')).text();
  expect(await html({ about: 'none: it is switched off' })).toContain('What it leaves to a hosted service');
  expect(await html(browser)).not.toContain('What it leaves to a hosted service');
});

it('says what the options change', async () => {
  const options = {
    apiKeys: ['key-of-a-team'],
    storage: '<file>.db',
    searchUrl: 'http://127.0.0.1:8888',
    offline: true,
  };
  const html = await (await ask('/', options)).text();
  expect(html).toContain('TRAWL_API_KEY=…');
  // Anybody may open the page.
  expect(html).toContain('<dd>a file</dd>');
  expect(html).not.toContain('file&gt;');
  expect(html).toContain('Search the web, through SearXNG');
  expect(html).toContain('started to leave the network alone');
  expect(html).not.toContain('key-of-a-team');
});

it.each([
  [{}, 'open', ''],
  [{ adminKey: 'admin' }, 'key', ' data-needs-key'],
  [{ apiKeys: ['key'], adminKey: 'admin' }, 'key', ' data-needs-key'],
  [{ apiKeys: ['key'] }, 'closed', ' data-needs-key'],
])('says with %j that what the server does is %s, and whether calls need a key', async (options, access, key) => {
  expect(await (await ask('/', options)).text()).toContain(`<body data-access="${access}"${key}>`);
});

it('says whether there are other nodes', async () => {
  expect(await (await ask('/', { database: 'postgres://db.example/trawl' })).text()).toContain(
    '<body data-access="open" data-nodes>',
  );
  expect(await (await ask('/')).text()).not.toContain('data-nodes');
});

it('allows scripts, styles and data of its own alone', async () => {
  const policy = (await ask('/')).headers.get('content-security-policy') ?? '';
  const sources = policy.split('; ').map((rule) => rule.split(' ').slice(1));
  expect(new Set(sources.flat())).toEqual(new Set(["'none'", "'self'"]));
  expect(policy).toContain("default-src 'none'");
});

it('loads nothing from anywhere else', async () => {
  const html = await (await ask('/')).text();
  const loaded = [...html.matchAll(/\b(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
  expect(loaded).toEqual(['/favicon.svg', '/dashboard.css', '/dashboard.js', '/docs/', '/reference/']);
});

it.each(['/favicon.svg', '/favicon.ico'])('has an icon at %s', async (path) => {
  const response = await ask(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await response.text()).toMatch(/^<svg /);
});

it.each([
  ['/', 200],
  ['/favicon.ico', 200],
  ['/dashboard.js', 404],
])('answers HEAD %s as GET, without the body', async (path, status) => {
  const [head, get] = await Promise.all([ask(path, {}, { method: 'HEAD' }), ask(path)]);
  expect([head.status, get.status]).toEqual([status, status]);
  expect([...head.headers]).toEqual([...get.headers]);
  expect(await head.text()).toBe('');
});

it('leaves everything else to the API', async () => {
  expect(await (await ask('/v2/crawl/active')).text()).toBe(PASSED_ON);
  expect(await (await ask('/', {}, { method: 'POST' })).text()).toBe(PASSED_ON);
});

it.each(['/dashboard.js', '/dashboard.css'])('says what to do when %s was not built in', async (path) => {
  const response = await ask(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('npm run build');
});
