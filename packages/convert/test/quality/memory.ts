/** Converts all pages with one converter, and prints the most memory that it took, in kilobytes. */
import { CONVERTERS } from './converters.js';
import { scoreAll } from './score.js';

const converter = CONVERTERS[Number(process.argv[2])];
if (!converter) throw new Error(`There are converters 0 to ${CONVERTERS.length - 1}.`);
await scoreAll(converter, 1);
console.log(process.resourceUsage().maxRSS);
