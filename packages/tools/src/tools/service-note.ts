import { clipped } from '../pages/clipped.js';
import { fencedServiceText } from '../pages/fence.js';

const MAX_TOKENS = 60;

/** What the service said about its answer, as the first lines of a result; empty if it said nothing. */
export const serviceNote = (warning: unknown): string => noteOf('The service notes:', warning);

/** Why the service says that a job failed, as lines of a result; empty if it does not say. */
export const failureNote = (error: unknown): string => noteOf('It failed:', error);

const noteOf = (title: string, text: unknown): string =>
  typeof text === 'string' && text !== '' ? `${title}\n${fencedServiceText(clipped(text, MAX_TOKENS))}\n\n` : '';
