import type { Within } from '../src/transport/call.js';

/** Runs work without a deadline. */
export const untimed: Within = (work) => work(new AbortController().signal);
