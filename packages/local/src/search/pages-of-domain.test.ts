import { expect, test } from 'vitest';
import { temporaryStores } from '../../test/stores.js';
import { indexedPage } from './indexed-page.js';
import { pagesOfDomain } from './pages-of-domain.js';

const page = (url: string) => ({
  url,
  title: `Title of ${url}`,
  description: '',
  text: '',
  links: '',
  isArticle: false,
  images: [],
  contentType: 'text/html',
  seenAt: 0,
});

async function knownPages(...request: Parameters<typeof pagesOfDomain>) {
  const pages = [];
  for await (const some of pagesOfDomain(...request)) pages.push(...some);
  return pages;
}

test('knows the pages that a team has seen of a host and of those below it', async () => {
  const stores = temporaryStores();
  for (const host of ['example.com', 'docs.example.com', 'notexample.com', 'example.org']) {
    await stores.search.put(indexedPage('one', page(`http://${host}/`)));
  }
  await stores.search.put(indexedPage('two', page('http://secret.example.com/')));
  expect(await knownPages(stores, 'one', 'example.com')).toEqual([
    { url: 'http://example.com/', title: 'Title of http://example.com/', description: '' },
    { url: 'http://docs.example.com/', title: 'Title of http://docs.example.com/', description: '' },
  ]);
});

test('knows thousands of pages, some at a time', async () => {
  const stores = temporaryStores();
  const urls = Array.from({ length: 2_500 }, (_, index) => `http://example.com/${index}`);
  await stores.transaction(async ({ search }) => {
    for (const url of urls) await search.put(indexedPage('one', page(url)));
  });
  expect((await knownPages(stores, 'one', 'example.com')).map(({ url }) => url)).toEqual(urls);
});
