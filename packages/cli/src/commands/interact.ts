import { closingAfter } from '../closing.js';
import { EXIT } from '../exit-status.js';
import { ExplainedError } from '../explained-error.js';
import { interactWithPage } from '../generated/flags.js';
import { shellWord } from '../output/shell-quote.js';
import { readStandardInput, readTextFile } from '../text-file.js';
import { UsageError } from '../usage-error.js';
import type { CommandSpec } from './command.js';

export const interact: CommandSpec = {
  name: 'interact',
  summary: 'Act on a page in a browser, by a prompt or by code',
  arguments: [{ name: 'page', description: 'A URL, or the id of an earlier scrape.', required: true }],
  flags: interactWithPage,
  ownFlags: [
    { usage: '--code-file <file>', description: 'Run the code in this file; - for standard input.' },
    { usage: '--keep', description: 'Leave the session open, and print the id of the scrape to go on with.' },
  ],
  examples: ['trawl interact https://example.com --code "await page.title()"'],

  async run({ trawl, args: [page = ''], own, request, output, signal, say, messageOf }) {
    const { prompt, code = await codeFrom(own.codeFile), ...options } = request as { prompt?: string; code?: string };
    if ((prompt === undefined) === (code === undefined)) throw new UsageError('Give either --prompt or --code.');
    const scrapeId = /^https?:/i.test(page) ? await scrapeIdOf(page) : page;
    const session = trawl.interact(scrapeId);
    const act = async (): Promise<number> => {
      const call = { signal };
      const answer = await (code === undefined
        ? session.prompt(String(prompt), options, call)
        : session.execute(code, options, call));
      const failure = answer.success === false ? (answer.error ?? 'It could not be done.') : '';
      const problem = (answer.stderr || failure).trimEnd();
      if (problem !== '') for (const line of problem.split('\n')) say(line);
      await output.one(answer, [answer.output, answer.stdout, answer.result].filter(Boolean).join('\n'));
      if (own.keep) say(`To go on: trawl interact ${shellWord(scrapeId)} …`);
      return answer.success === false ? EXIT.failed : EXIT.ok;
    };
    if (own.keep) return act();
    return closingAfter(
      act,
      () => session[Symbol.asyncDispose](),
      (error) => say(`The session could not be closed: ${messageOf(error)}`),
    );

    async function scrapeIdOf(url: string): Promise<string> {
      const { metadata } = await trawl.scrape(url, {}, { signal });
      if (!metadata.scrapeId)
        throw new ExplainedError('The service gave the page no scrapeId, so it cannot be acted on.');
      return metadata.scrapeId;
    }
  },
};

async function codeFrom(file: string | boolean | undefined): Promise<string | undefined> {
  if (typeof file !== 'string') return undefined;
  if (file === '-') return readStandardInput();
  try {
    return readTextFile(file);
  } catch (error) {
    throw new UsageError(`--code-file: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
