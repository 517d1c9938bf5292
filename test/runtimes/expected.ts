/** A site that takes three pages of an answer, the last of them not full. */
export const SITE_PAGES = 250;

/** What the program reports, wherever it runs. */
export const REPORT = {
  title: 'Page 1',
  markdown: '# https://docs.example.com/1\n\nWhat it says.',
  json: 'A string.',
  parsed: '# report.md\n\nWhat it says.',
  crawled: SITE_PAGES,
  isNotFound: true,
};

/** The requests it makes: each page of the crawl is asked for once. */
export const REQUESTS = [
  'POST /v2/search',
  'POST /v2/scrape',
  'POST /v2/parse',
  'POST /v2/crawl',
  'GET /v2/crawl/01a1fbbe-a2ba-70f9-9bab-4b90a93de71f',
  'GET /v2/crawl/01a1fbbe-a2ba-70f9-9bab-4b90a93de71f?skip=100',
  'GET /v2/crawl/01a1fbbe-a2ba-70f9-9bab-4b90a93de71f?skip=200',
  'GET /v2/team/credit-usage',
];
