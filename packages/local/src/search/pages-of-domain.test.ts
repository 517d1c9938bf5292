import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../store/sqlite.js';
import { createPageTables, putPage } from './page-table.js';
import { pagesOfDomain } from './pages-of-domain.js';

test('knows the pages of a host and of those below it', () => {
  const database = openDatabase();
  onTestFinished(() => database.close());
  createPageTables(database);
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
  for (const host of ['example.com', 'docs.example.com', 'notexample.com', 'example.org']) {
    putPage(database, page(`http://${host}/`));
  }
  expect(pagesOfDomain(database, 'example.com')).toEqual([
    { url: 'http://example.com/', title: 'Title of http://example.com/', description: '' },
    { url: 'http://docs.example.com/', title: 'Title of http://docs.example.com/', description: '' },
  ]);
});
