import type { CallOptions, DocumentJobs } from '@trawl/sdk';
import { EXIT } from '../exit-status.js';
import { ExplainedError } from '../explained-error.js';
import { urlOf } from '../output/output.js';
import { UsageError } from '../usage-error.js';
import type { CommandContext } from './command.js';
import { sayStatus } from './page-status.js';
import { addResumeHint } from './resume.js';

/** The response to the start of a job. */
interface Started {
  readonly id: string;
  readonly warning?: string | null;
  readonly invalidURLs?: readonly string[] | null;
}

/**
 * Prints each page of a job as it comes. Ctrl-C leaves the job running at the service, and says how to go on.
 *
 * @param start - Starts the job. It is not called for a job that exists.
 * @returns The status: failed if no page was read, partly failed if some could not be. What robots.txt forbids is no failure
 * beside pages that were read.
 */
export async function followDocuments(
  context: CommandContext,
  command: 'crawl' | 'batch',
  jobs: Pick<DocumentJobs, 'get' | 'resume' | 'errors'>,
  start: (call: CallOptions) => PromiseLike<Started>,
): Promise<number> {
  const { own, output, progress, say, note, messageOf, signal } = context;
  if (output.picture !== undefined)
    throw new UsageError(`--output ${output.picture} is one picture: give a folder for the pages of a ${command}.`);
  await output.prepareFolder();
  const { id, warning, invalidURLs }: Started = own.resume ? { id: String(own.resume) } : await start({ signal });
  if (warning) say(warning);
  for (const url of invalidURLs ?? []) say(`${url}: this is no valid URL.`, 'bad');
  // Where the pages go on that were not printed: one that could not be written is read again.
  let cursor = typeof own.cursor === 'string' ? own.cursor : undefined;
  const job = jobs.resume(
    id,
    { cursor },
    { signal, onProgress: ({ completed, total }) => progress.show(`${completed ?? 0} of ${total ?? '?'} pages`) },
  );
  let count = 0;
  try {
    for await (const document of job) {
      const url = urlOf(document);
      await output.page(document, url);
      if (url === undefined) say('A page came without a URL.');
      // The overview of the pages shows the status of each.
      if (!output.isOverview) sayStatus(say, document, url);
      count++;
      cursor = job.cursor;
    }
  } catch (error) {
    // What cannot be written here is no failure of the job.
    throw addResumeHint(error, {
      command,
      own,
      messageOf,
      cursor,
      job: error instanceof ExplainedError ? id : undefined,
    });
  }
  const { errors, robotsBlocked } = await jobs.errors(id, { signal });
  for (const { url, error } of errors ?? []) say(`${url}: ${error}`, 'bad');
  for (const url of robotsBlocked ?? []) say(`${url}: robots.txt forbids it.`);
  const end = await jobs.get(id, { limit: 1 }, { signal });
  if (end.warning && end.warning !== warning) say(end.warning);
  const isEmpty = cursor === undefined;
  if (isEmpty && !errors?.length && !robotsBlocked?.length) say('No page was read.');
  note(output.copies());
  note(output.summary());
  if (isEmpty || (count === 0 && errors?.length)) return EXIT.failed;
  return errors?.length || invalidURLs?.length ? EXIT.partlyFailed : EXIT.ok;
}
