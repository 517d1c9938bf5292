import { expect, it } from 'vitest';
import type { FetchRequest } from './fetch-types.js';
import { withOwnPages } from './own-pages.js';

const fetched: string[] = [];
const fetch = withOwnPages(
  async ({ url }: FetchRequest) => {
    fetched.push(url);
    return { url, status: 403, headers: new Headers(), body: new Uint8Array() };
  },
  { port: () => 3002 },
  async ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === '/docs') return new Response(null, { status: 308, headers: { location: '/docs/' } });
    if (pathname === '/loop') return new Response(null, { status: 308, headers: { location: '/loop' } });
    return ['/docs/', '/docs/a.html'].includes(pathname) ? new Response('<p>Guide</p>') : undefined;
  },
);
const ask = (url: string, more: Partial<FetchRequest> = {}) => fetch({ url, timeoutMs: 1000, ...more });

it.each(['127.0.0.1', 'localhost', '[::1]'])('reads an own page at %s without a connection', async (host) => {
  const { status, body } = await ask(`http://${host}:3002/docs/a.html`);
  expect([status, new TextDecoder().decode(body), fetched]).toEqual([200, '<p>Guide</p>', []]);
});

it('follows the redirect of a folder without its slash, and says where the page is', async () => {
  const checked: string[] = [];
  const { status, url } = await ask('http://127.0.0.1:3002/docs', { checkUrl: (each) => void checked.push(each) });
  expect([status, url, fetched]).toEqual([200, 'http://127.0.0.1:3002/docs/', []]);
  expect(checked).toEqual(['http://127.0.0.1:3002/docs/']);
});

it.each([
  ['a redirect that leads nowhere', 'http://127.0.0.1:3002/loop', {}],
  ['another path', 'http://127.0.0.1:3002/_local/requests', {}],
  ['another port', 'http://127.0.0.1:3003/docs/a.html', {}],
  ['another host', 'http://10.0.0.1:3002/docs/a.html', {}],
  ['a URL with a password', 'http://user:secret@127.0.0.1:3002/docs/a.html', {}],
  ['what is sent there', 'http://127.0.0.1:3002/docs/a.html', { post: '{}' }],
])('leaves %s to the address policy', async (_, url, more) => {
  expect((await ask(url, more)).status).toBe(403);
  expect(fetched.splice(0)).toEqual([url]);
});

it('keeps to the limit of bytes', async () => {
  await expect(ask('http://localhost:3002/docs/a.html', { maxBytes: 3 })).rejects.toThrow('more than 3 bytes');
});
