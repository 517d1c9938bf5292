import type { Compare } from '../src/changes/differ.js';
import { changesBetween } from '../src/changes/version.js';

/** Compares in this thread: what tests compare is small. */
export const compare: Compare = async (before, after, wanted) => changesBetween(before, after, wanted);
