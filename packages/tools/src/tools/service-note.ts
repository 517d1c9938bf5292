import { clipped } from '../pages/clipped.js';
import { fencedServiceText } from '../pages/fence.js';
import { NOTHING, own, type ResultText } from '../pages/result-text.js';

const MAX_TOKENS = 60;

/** What the service said about its answer, as the first lines of a result; empty if it said nothing. */
export const serviceNote = (warning: unknown): ResultText => noteOf(own`The service notes:`, warning);

/** Why the service says that a job failed, as lines of a result; empty if it does not say. */
export const failureNote = (error: unknown): ResultText => noteOf(own`It failed:`, error);

const noteOf = (title: ResultText, text: unknown): ResultText =>
  typeof text === 'string' && text !== ''
    ? own`${title}\n${fencedServiceText(clipped(text, MAX_TOKENS))}\n\n`
    : NOTHING;
