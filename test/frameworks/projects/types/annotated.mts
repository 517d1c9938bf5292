/** The same with the names of its types, as `isolatedDeclarations` wants them. */

import type {
  ApiCall,
  Crawled,
  DataJob,
  Diagnosis,
  DocumentJob,
  MapResponse,
  Monitor,
  Paginated,
  Scraped,
  SearchResults,
  Session,
} from '@trawl/sdk';
import { Trawl } from '@trawl/sdk';

const trawl: Trawl = new Trawl({ baseUrl: 'http://127.0.0.1:3002', fetch: (url, init) => fetch(url, init) });
export const found = (query: string): ApiCall<SearchResults> => trawl.search(query);
export const read = (url: string): ApiCall<Scraped> => trawl.scrape(url);
export const links = (url: string): ApiCall<Scraped<readonly ['links']>> => trawl.scrape(url, { formats: ['links'] });
export const parsed = (file: Blob): ApiCall<Scraped> => trawl.parse(file);
export const mapped = (url: string): ApiCall<MapResponse> => trawl.map(url);
export const crawled = (url: string): DocumentJob<Crawled> => trawl.crawl(url);
export const batched = (urls: string[]): DocumentJob<Crawled> => trawl.batchScrape(urls);
export const asked = (prompt: string): DataJob<unknown> => trawl.agent(prompt);
export const session = (id: string): Session => trawl.interact(id);
export const listed = (): Paginated<Monitor> => trawl.monitors.list();
export const diagnosed = (error: unknown): ApiCall<Diagnosis> => trawl.support.diagnose(error);
