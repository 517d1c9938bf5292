import type { Compare } from '../src/changes/differ.js';
import { changesBetween } from '../src/changes/version.js';

/** Compares in this thread, because the versions of tests are small. */
export const compare: Compare = async (before, after, wanted) => changesBetween(before, after, wanted);
