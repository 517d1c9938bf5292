import { fixLinks } from './links.js';
import { addNotes } from './notes.js';
import type { Contract, Server } from './openapi.js';
import { addSamples } from './samples.js';
import { addSurveys } from './surveys.js';
import { addTables } from './tables.js';
import { addTypes } from './types.js';

/** Adds to the contract what a reader needs and a renderer does not know: samples, notes, tables, links that lead. */
export function enrich(contract: Contract, samples: ReadonlyMap<string, string>): void {
  addSamples(contract, samples);
  addSurveys(contract);
  addTables(contract);
  addNotes(contract);
  addTypes(contract);
  fixLinks(contract);
  fillServers(contract);
}

/** Puts the defaults into the addresses: Redoc takes `{base_url}` for a path below the page that it stands on. */
export function fillServers(contract: Contract): void {
  contract.servers = contract.servers?.map(withDefaults) ?? [];
}

function withDefaults({ url, description, variables = {} }: Server): Server {
  const values = Object.entries(variables);
  const address = values.reduce((text, [name, variable]) => text.replaceAll(`{${name}}`, variable.default), url);
  const texts = [description, ...values.map(([, variable]) => variable.description)].filter(Boolean);
  return { url: address, description: texts.join(' ') };
}
