import { printableLine } from '@trawl/base/printable';
import { EXIT } from '../exit-status.js';
import { mapSite } from '../generated/flags.js';
import type { CommandSpec } from './command.js';

export const map: CommandSpec = {
  name: 'map',
  summary: 'List the URLs of a site',
  arguments: [{ name: 'url', description: 'The site.', required: true, field: 'url' }],
  flags: mapSite,
  examples: ['trawl map https://example.com', 'trawl map https://example.com --search pricing --limit 10'],

  async run({ trawl, args: [url = ''], request, output, signal, say }) {
    const answer = await trawl.map(url, request, { signal });
    const links = answer.links ?? [];
    if (answer.warning) say(answer.warning);
    else if (links.length === 0) say('No URL was found.');
    await output.one(answer, links.map((link) => printableLine(link.url)).join('\n'));
    return links.length > 0 ? EXIT.ok : EXIT.failed;
  },
};
