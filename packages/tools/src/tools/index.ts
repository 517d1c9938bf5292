import type { ToolOptions } from '../policy.js';
import type { Tool } from '../tool.js';
import { agent } from './agent.js';
import { askPage } from './ask-page.js';
import { crawl, crawlStatus } from './crawl.js';
import { credits } from './credits.js';
import { interact } from './interact.js';
import { map } from './map.js';
import { parse } from './parse.js';
import { readMore } from './read-more.js';
import { scrape } from './scrape.js';
import { search } from './search.js';

const all: readonly Tool[] = [
  search,
  scrape,
  readMore,
  map,
  crawl,
  crawlStatus,
  interact,
  parse,
  askPage,
  agent,
  credits,
];

/** Where the tools of a session are offered. */
export interface Offer extends ToolOptions {
  /** Anyone may call, without a key. */
  readonly isOpen?: boolean | undefined;
}

/**
 * The tools of a session, in the order in which a model sees them.
 *
 * @throws TypeError when a tool is asked for that there is not, or not with these options.
 */
export function toolsFor(offer: Offer): readonly Tool[] {
  const { tools: asked = [] } = offer;
  for (const name of asked === 'all' ? [] : asked) {
    const reason = whyThereIsNo(name, offer);
    if (reason) throw new TypeError(`tools: ${reason}`);
  }
  return all.filter(({ name }) => whyThereIsNo(name, offer) === undefined);
}

/** Why a session does not have a tool; undefined if it has. */
export function whyThereIsNo(name: string, { tools: asked = [], ...offer }: Offer): string | undefined {
  const tool = all.find((one) => one.name === name);
  if (!tool) return `There is no tool ${name}. There are ${all.map((one) => one.name).join(', ')}.`;
  if (tool === parse && offer.filesFolder === undefined) return 'The tool parse needs a folder of files to read.';
  if (tool === interact && offer.isOpen) return 'The tool interact needs a key over HTTP: start the server with keys.';
  const isBound = offer.allowedHosts !== undefined || (offer.blockedHosts ?? []).length > 0;
  if ((tool === interact || tool === agent) && isBound) {
    return `There is no tool ${name} where rules for hosts hold, since it could leave them: use search and scrape.`;
  }
  const isAsked = asked === 'all' || asked.includes(name);
  return tool.isDefault || isAsked ? undefined : `The tool ${name} was not asked for in the options of the session.`;
}
