import { expect, test } from 'vitest';
import { RedirectCookies } from './redirect-cookies.js';

async function sent(from: string, setCookie: string[], to: string, own?: string): Promise<string | null> {
  const cookies = new RedirectCookies();
  await cookies.store(new URL(from), new Headers(setCookie.map((line) => ['set-cookie', line])));
  return cookies.addTo(new Headers(own ? { cookie: own } : {}), new URL(to)).get('cookie');
}

test.each([
  ['the same host', 'https://a.example/', ['x=1; Path=/'], 'https://a.example/b', 'x=1'],
  [
    'a host of the domain that is named',
    'https://a.example/',
    ['x=1; Domain=.a.example'],
    'https://www.a.example/',
    'x=1',
  ],
  ['the domain above', 'https://www.a.example/', ['x=1; domain=A.example'], 'https://a.example/', 'x=1'],
  ['no host below, when no domain is named', 'https://a.example/', ['x=1'], 'https://www.a.example/', null],
  ['no other site', 'https://a.example/', ['x=1'], 'https://b.example/', null],
  ['no site whose name ends alike', 'https://a.example/', ['x=1; Domain=a.example'], 'https://nota.example/', null],
  ['no other site, whoever claims it', 'https://a.example/', ['x=1; Domain=b.example'], 'https://b.example/', null],
  ['nobody, for a whole top-level domain', 'https://a.co.uk/', ['x=1; Domain=co.uk'], 'https://b.co.uk/', null],
  [
    'nobody, for a domain whose hosts belong to many',
    'https://a.github.io/',
    ['x=1; Domain=github.io'],
    'https://b.github.io/',
    null,
  ],
  ['an address', 'http://127.0.0.1/', ['x=1'], 'http://127.0.0.1:8080/', 'x=1'],
])('a cookie goes to %s', async (_, from, setCookie, to, cookie) => {
  expect(await sent(from, setCookie, to)).toBe(cookie);
});

test('several cookies go together, after those of the caller, each in its last value', async () => {
  const lines = ['x=1', 'y=a=b; HttpOnly', 'x=2', '=nameless', ''];
  expect(await sent('https://a.example/', lines, 'https://a.example/', 'mine=0')).toBe('mine=0; x=2; y=a=b');
});
