import { RULES } from '../rules/index.js';

/** What to do instead of a change that breaks, by the rule that found it; empty where nothing better is known. */
export function adviceOn(rule: string): string {
  return RULES.find(({ name }) => name === rule)?.advice ?? '';
}
