import { expect, test } from 'vitest';
import { loadDomains } from './registrable-domain.js';
import { createScope, type ScopeRules } from './scope.js';

const domainOf = await loadDomains();

function within(start: string, rules: ScopeRules & { allowSubdomains?: boolean }, ...urls: string[]): string[] {
  const scope = createScope([new URL(start)], rules, rules.allowSubdomains ? domainOf : undefined);
  return urls.filter((url) => scope(new URL(url)));
}

test('a site is the same with and without www, over http and https', () => {
  const urls = ['https://www.example.com/', 'http://example.com/a'];
  expect(within('http://example.com/', {}, ...urls)).toEqual(urls);
});

test('another port or host is another site', () => {
  const urls = ['http://localhost:4000/', 'http://127.0.0.1:3000/', 'http://sub.localhost:3000/'];
  expect(within('http://localhost:3000/', { crawlEntireDomain: true, allowSubdomains: true }, ...urls)).toEqual([]);
});

test('only the start page itself is below a start page with a file name', () => {
  const urls = ['http://example.com/docs/a.html', 'http://example.com/docs/b.html', 'http://example.com/docs/'];
  expect(within('http://example.com/docs/a.html', {}, ...urls)).toEqual(['http://example.com/docs/a.html']);
  expect(within('http://example.com/docs/index.html', {}, ...urls)).toEqual(urls);
});

test('subdomains are those of the registrable domain', () => {
  const urls = [
    'https://docs.example.co.uk/',
    'https://example.co.uk/',
    'https://other.co.uk/',
    'https://b.github.io/',
  ];
  expect(within('https://blog.example.co.uk/', { allowSubdomains: true }, ...urls)).toEqual(urls.slice(0, 2));
  expect(within('https://a.github.io/', { allowSubdomains: true }, ...urls)).toEqual([]);
});

test('links to other sites do not open the rest of this one', () => {
  const urls = ['https://elsewhere.example/', 'https://example.com/blog'];
  expect(within('https://example.com/docs', { allowExternalLinks: true }, ...urls)).toEqual(urls.slice(0, 1));
});
