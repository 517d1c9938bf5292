import { describe, expect, test } from 'vitest';
import { Reach, type ReachOptions } from './reach.js';

const reach = (options: Partial<ReachOptions> = {}) =>
  new Reach({ urls: [], prompt: '', isStrict: false, shown: [], ...options });

describe('an agent reads', () => {
  test.each<[string, Partial<ReachOptions>, string]>([
    ['the URLs of its request', { urls: ['https://a.example/b'] }, 'https://a.example/b'],
    ['other pages of their site', { urls: ['https://a.example/b'] }, 'http://www.a.example/c?d=1'],
    ['a site that the prompt names', { prompt: 'Look at a.example.' }, 'https://a.example/page'],
    ['a site with a port', { prompt: 'on http://127.0.0.1:4321/docs, please' }, 'http://127.0.0.1:4321/'],
    ['what was shown before a restart', { shown: ['https://b.example/x?y=1'] }, 'https://b.example/x?y=1#z'],
  ])('%s', (_, options, url) => {
    expect(reach(options).readableUrl(url)).toBe(url.replace(/#.*/, ''));
  });

  test('what a tool has shown, as it is', () => {
    const pages = reach();
    pages.show(['https://b.example/x', 'mailto:a@b.example']);
    expect(pages.readableUrl('https://b.example/x/')).toBe('https://b.example/x/');
    expect(pages.shown).toEqual(['https://b.example/x']);
  });
});

describe('an agent does not read', () => {
  const known = { urls: ['https://a.example/'], prompt: 'Ask bea@mail.example', shown: ['https://b.example/x'] };

  test.each<[string, unknown]>([
    ['a URL that nobody has shown', 'https://evil.example/'],
    ['a URL that was shown, with something added', 'https://b.example/x?secret=plugh'],
    ['another page of a site that a tool has shown', 'https://b.example/plugh'],
    ['a subdomain, which could carry words', 'https://plugh.a.example/'],
    ['another port', 'https://a.example:8443/'],
    ['the host of an address of e-mail', 'https://mail.example/'],
    ['a URL with a password', 'https://me:plugh@a.example/'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,plugh'],
    ['no URL', 'plugh'],
    ['no text', { href: 'https://a.example/' }],
  ])('%s', (_, url) => {
    expect(() => reach(known).readableUrl(url)).toThrow(/^This (?:URL is not known|is no URL)/);
  });

  test.each([['https://a.example/other'], ['https://b.example/x'], ['https://evil.example/']])(
    '%s, when only its URLs may be read',
    (url) => {
      const strict = reach({ ...known, isStrict: true });
      strict.show([url]);
      expect(() => strict.readableUrl(url)).toThrow('Only these pages may be read: https://a.example/');
      expect(strict.readableUrl('https://a.example')).toBe('https://a.example/');
    },
  );

  test('a page that leads to another site, when only its URLs may be read', () => {
    const strict = reach({ ...known, isStrict: true });
    expect(() => strict.checkRedirect('https://a.example/', 'https://b.example/')).toThrow('leads to another site');
    expect(() => strict.checkRedirect('https://a.example/', 'https://www.a.example/moved')).not.toThrow();
  });

  test.each<[string, string, string, boolean]>([
    ['a site that a URL of its own leads to', 'https://a.example/go?to=https://c.example/plugh', 'c.example', false],
    ['one that a URL of the request leads to', 'https://a.example/given', 'c.example', true],
    ['one that a URL of the prompt leads to', 'https://p.example/docs', 'c.example', true],
    ['one that a URL leads to which a tool has shown', 'https://b.example/x', 'c.example', true],
    ['one that the start page of a site leads to', 'https://a.example/', 'c.example', true],
    ['a site of the request, from any', 'https://a.example/made-up', 'p.example', true],
  ])('%s: %s to %s is %s', (_, from, to, isAllowed) => {
    const request = { urls: ['https://a.example/given'], prompt: 'See https://p.example/docs.', shown: known.shown };
    const check = () => reach(request).checkRedirect(from, `https://${to}/plugh`);
    if (isAllowed) expect(check).not.toThrow();
    else expect(check).toThrow('leads to another site');
  });
});
