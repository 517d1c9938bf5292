/** A library that hands on what our calls give, with no types of its own: its declarations have to name ours. */
import {
  agent,
  agents,
  batches,
  batchScrape,
  browsers,
  connect,
  crawl,
  crawls,
  developer,
  estimateCredits,
  extract,
  extracts,
  feedback,
  getScrape,
  interact,
  logging,
  map,
  monitors,
  parse,
  query,
  RateLimitError,
  request,
  research,
  scrape,
  search,
  support,
  Trawl,
  tbs,
  team,
  uploads,
  verifyWebhook,
} from '@trawl/sdk';

export const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:3002' });
const formats = ['markdown', 'links', { type: 'json', prompt: 'a' }, 'branding', 'changeTracking'] as const;

export const found = (query: string) =>
  trawl.search(query, { sources: ['web', 'news', 'images'], scrapeOptions: { formats } });
export const read = (url: string) => trawl.scrape(url, { formats });
export const earlier = (id: string) => trawl.getScrape(id);
export const parsed = (file: Blob) => trawl.parse(file, { filename: 'a.pdf' });
export const mapped = (url: string) => trawl.map(url);
export const requested = () => trawl.request('GET', '/v2/crawl/{id}', { params: { path: { id: 'a' } } });
export const unknown = () => trawl.request('POST', '/v2/brand-new');
export const session = (id: string) => trawl.interact(id);
export const prompted = (id: string) => trawl.interact(id).prompt('a');
export const executed = (id: string) => trawl.interact(id).execute('a');
export const crawled = (url: string) => trawl.crawl(url, { scrapeOptions: { formats } });
export const resumed = (id: string) => trawl.crawls.resume(id, { formats });
export const batched = (urls: string[]) => trawl.batchScrape(urls, { formats: ['html'] });
export const asked = (prompt: string) => trawl.agent(prompt, { schema: { type: 'object' } });
export const extracted = (urls: string[]) => trawl.extract(urls);
export const listed = () =>
  [trawl.monitors.list(), trawl.monitors.checks('a'), trawl.monitors.pages('a', 'b')] as const;
export const activities = () => trawl.team.activity();
export const diagnosed = (error: unknown) => trawl.support.diagnose(error);
export const awaited = async (url: string) => ({
  page: await read(url),
  results: await found(url),
  job: await crawled(url),
  whole: await trawl.scrape(url).withResponse(),
});
export async function* documents(url: string) {
  for await (const document of crawled(url)) yield document;
}
export const namespaces = {
  crawls: trawl.crawls,
  batches: trawl.batches,
  agents: trawl.agents,
  extracts: trawl.extracts,
  uploads: trawl.uploads,
  monitors: trawl.monitors,
  browsers: trawl.browsers,
  support: trawl.support,
  team: trawl.team,
  feedback: trawl.feedback,
  research: trawl.research,
  developer: trawl.developer,
};
export const connection = connect();
export const single = {
  search: (query: string) => search(connection, query),
  scrape: (url: string) => scrape(connection, url, { formats }),
  getScrape: (id: string) => getScrape(connection, id),
  parse: (file: Blob) => parse(connection, file),
  map: (url: string) => map(connection, url),
  request: () => request(connection, 'GET', '/v2/crawl/active'),
  interact: (id: string) => interact(connection, id),
  crawl: (url: string) => crawl(connection, url),
  batchScrape: (urls: string[]) => batchScrape(connection, urls),
  agent: (prompt: string) => agent(connection, prompt),
  extract: (urls: string[]) => extract(connection, urls),
  crawls: crawls(connection),
  batches: batches(connection),
  agents: agents(connection),
  extracts: extracts(connection),
  uploads: uploads(connection),
  monitors: monitors(connection),
  browsers: browsers(connection),
  support: support(connection),
  team: team(connection),
  feedback: feedback(connection),
  research: research(connection),
  developer: developer(connection),
};
export const estimate = estimateCredits('scrape', { formats: ['markdown'] });
export const event = (body: string, signature: string) => verifyWebhook(body, signature, 'secret');
export const words = query('a', { site: 'example.com' });
export const times = tbs({ past: 'day' });
export const log = logging(() => {});
export const refused = new RateLimitError('a');
