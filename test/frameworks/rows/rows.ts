import type { Row } from '../row.js';
import { ai } from './ai.js';
import { bundlers } from './bundlers.js';
import { frameworks } from './frameworks.js';
import { runners } from './runners.js';
import { servers } from './servers.js';

/** All rows, in the order of the table. */
export const ROWS: readonly Row[] = [...frameworks, ...servers, ...bundlers, ...runners, ...ai];
