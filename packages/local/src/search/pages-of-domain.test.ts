import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../store/sqlite.js';
import { createPageTables, putPage } from './page-table.js';
import { pagesOfDomain } from './pages-of-domain.js';

const page = (url: string) => ({
  url,
  title: `Title of ${url}`,
  description: '',
  text: '',
  isArticle: false,
  images: [],
  contentType: 'text/html',
  seenAt: 0,
});

test('knows the pages that a team has seen of a host and of those below it', () => {
  const database = openDatabase();
  onTestFinished(() => database.close());
  const tablesOf = createPageTables(database);
  for (const host of ['example.com', 'docs.example.com', 'notexample.com', 'example.org']) {
    putPage(database, tablesOf('one'), page(`http://${host}/`));
  }
  putPage(database, tablesOf('two'), page('http://secret.example.com/'));
  expect([...pagesOfDomain(database, 'one', 'example.com')]).toEqual([
    { url: 'http://example.com/', title: 'Title of http://example.com/', description: '' },
    { url: 'http://docs.example.com/', title: 'Title of http://docs.example.com/', description: '' },
  ]);
});

test('knows thousands of pages, some at a time', () => {
  const database = openDatabase();
  onTestFinished(() => database.close());
  const tables = createPageTables(database)('one');
  const urls = Array.from({ length: 2_500 }, (_, index) => `http://example.com/${index}`);
  database.transaction(() => {
    for (const url of urls) putPage(database, tables, page(url));
  });
  expect([...pagesOfDomain(database, 'one', 'example.com')].map(({ url }) => url)).toEqual(urls);
});
