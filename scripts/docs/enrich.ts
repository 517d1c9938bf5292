import { fixLinks } from './links.js';
import { addNotes } from './notes.js';
import type { Contract } from './openapi.js';
import { addSamples } from './samples.js';
import { fillServers } from './servers.js';
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
