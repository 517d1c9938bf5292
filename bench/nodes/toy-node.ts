/** Does tasks without work on a database, as a node of the service does pages. Ends with its parent. */
import { openToyNode } from './toy-jobs.js';

process.once('disconnect', () => process.exit());
await openToyNode(process.argv[2] ?? '', 'worker');
process.send?.('ready');
