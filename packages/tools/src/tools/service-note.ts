import { clipped } from '../pages/clipped.js';

const MAX_TOKENS = 60;

/** What the service said about its answer, as the first lines of a result; empty if it said nothing. */
export const serviceNote = (warning: unknown): string =>
  typeof warning === 'string' && warning !== '' ? `Note of the service: ${clipped(warning, MAX_TOKENS)}\n\n` : '';
