import type { Row } from '../row.js';
import { ai } from './ai.js';
import { bundlers } from './bundlers.js';
import { frameworks } from './frameworks.js';
import { packageManagers } from './package-managers.js';
import { runners } from './runners.js';
import { runtimes } from './runtimes.js';
import { servers } from './servers.js';
import { types } from './types.js';

/** All rows, in the order of the table. */
export const ROWS: readonly Row[] = [
  ...frameworks,
  ...servers,
  ...runtimes,
  ...bundlers,
  ...runners,
  ...ai,
  ...packageManagers,
  ...types,
];
