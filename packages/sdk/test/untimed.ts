import type { Within } from '../src/transport/call.js';

/** Work that nothing ends before it is done. */
export const untimed: Within = (work) => work(new AbortController().signal);
