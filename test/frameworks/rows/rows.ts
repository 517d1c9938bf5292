import type { Row } from '../row.js';
import { bundlers } from './bundlers.js';
import { runners } from './runners.js';
import { servers } from './servers.js';

/** All rows, in the order of the table. */
export const ROWS: readonly Row[] = [...servers, ...bundlers, ...runners];
