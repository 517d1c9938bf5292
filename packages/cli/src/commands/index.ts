import type { CommandSpec } from './command.js';
import { batch, crawl } from './crawl.js';
import { agent, extract } from './data-jobs.js';
import { interact } from './interact.js';
import { map } from './map.js';
import { monitorCommands } from './monitor.js';
import { parse } from './parse.js';
import { scrape } from './scrape.js';
import { search } from './search.js';
import { supportCommands } from './support.js';
import { teamCommands } from './team.js';

/** Every command that calls the service, in the order of the help. */
export const commands: readonly CommandSpec[] = [
  search,
  scrape,
  crawl,
  map,
  batch,
  parse,
  interact,
  agent,
  extract,
  ...monitorCommands,
  ...supportCommands,
  ...teamCommands,
];

/** What the help says of a group of commands. */
export const groups: Readonly<Record<string, string>> = {
  monitor: 'Watch pages, sites and searches on a schedule',
  support: 'Ask why a call failed, or ask the documentation',
  team: 'Show credits, queue, activity and policies',
};
