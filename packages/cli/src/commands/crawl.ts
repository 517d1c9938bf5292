import type { CrawlInput } from '@trawl/sdk';
import { startCrawl } from '../generated/flags.js';
import type { CommandSpec } from './command.js';
import { followDocuments } from './follow-documents.js';

export const crawl: CommandSpec = {
  name: 'crawl',
  summary: 'Read the pages of a site',
  arguments: [{ name: 'url', description: 'Where to start; not with --resume.' }],
  flags: startCrawl,
  ownFlags: [
    { usage: '--resume <id>', description: 'Goes on with a crawl that exists, from --cursor on.' },
    { usage: '--cursor <cursor>', description: 'Where to resume: what an interrupted crawl printed.' },
  ],
  examples: [
    'trawl crawl https://docs.example.com --limit 20',
    'trawl crawl https://docs.example.com --limit 20 --output pages',
  ],
  estimated: 'crawl',

  run(context) {
    const {
      trawl,
      args: [url],
      own,
      request,
      signal,
    } = context;
    return followDocuments(context, 'crawl', (call) =>
      typeof own.resume === 'string'
        ? trawl.crawls.resume(own.resume, { cursor: own.cursor as string | undefined }, call)
        : trawl.crawl(url ?? '', request as CrawlInput<[]>, { ...call, signal }),
    );
  },
};
