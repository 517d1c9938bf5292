import type { ScrapeInput } from '@trawl/sdk';
import { scrapePage } from '../generated/flags.js';
import type { CommandSpec } from './command.js';

/** The formats that are a text by themselves. */
const TEXTS = ['markdown', 'html', 'rawHtml', 'summary'] as const;

export const scrape: CommandSpec = {
  name: 'scrape',
  summary: 'Read one page, as Markdown or in other formats',
  arguments: [{ name: 'url', description: 'The page.', required: true }],
  flags: scrapePage,
  examples: ['trawl scrape https://example.com', 'trawl scrape https://example.com --formats markdown,links --json'],
  estimated: 'scrape',

  async run({ trawl, args: [url = ''], request, output, signal, say }) {
    const document = await trawl.scrape(url, request as ScrapeInput<[]>, { signal });
    if (typeof document.warning === 'string') say(document.warning);
    await output.one(document, textOf(document));
    return undefined;
  },
};

/** The text of a page with one format; several formats are JSON. */
export function textOf(document: object): string {
  const parts = Object.entries(document).filter(([name]) => name !== 'metadata' && name !== 'warning');
  const [name, value] = parts[0] ?? [];
  if (parts.length === 1 && TEXTS.some((text) => text === name)) return String(value);
  if (parts.length === 1 && Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.join('\n');
  return JSON.stringify(document, null, 2);
}
