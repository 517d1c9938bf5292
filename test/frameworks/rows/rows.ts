import type { Row } from '../row.js';
import { bundlers } from './bundlers.js';
import { servers } from './servers.js';

/** All rows, in the order of the table. */
export const ROWS: readonly Row[] = [...servers, ...bundlers];
