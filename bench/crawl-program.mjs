/** Streams a crawl to its end and reports how memory went. Runs with --expose-gc, so that garbage does not count. */
import { Trawl } from '@trawl/sdk';

const [baseUrl] = process.argv.slice(2);
const visitedUrls = new Set();
/** @type {{ held: number, resident: number }[]} */
const levels = [];

for await (const { metadata } of new Trawl({ baseUrl, apiKey: 'key' }).crawl('https://docs.example.com')) {
  visitedUrls.add(Number(metadata.sourceURL?.split('/').at(-1)));
  if (visitedUrls.size === 1000 || visitedUrls.size % 10_000 === 0) {
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    levels.push({ held: heapUsed + external, resident: rss });
  }
}
const growth = (/** @type {'held' | 'resident'} */ kind) =>
  Math.max(...levels.map((level) => level[kind])) - (levels[0]?.[kind] ?? 0);
console.log(JSON.stringify({ documents: visitedUrls.size, held: growth('held'), resident: growth('resident') }));
