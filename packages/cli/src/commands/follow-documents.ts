import type { DocumentJob, DocumentJobs, JobCallOptions } from '@trawl/sdk';
import { EXIT } from '../exit-status.js';
import { ExplainedError } from '../explained-error.js';
import type { CommandContext } from './command.js';
import { withWayOn } from './resume.js';

/**
 * Prints each page of a job as it comes. Ctrl-C leaves the job running at the service, and says how to go on.
 *
 * @returns The status: partly failed if some pages could not be read. What robots.txt forbids is left out, and is no failure.
 */
export async function followDocuments(
  { own, output, progress, say, note, signal }: CommandContext,
  command: 'crawl' | 'batch',
  jobs: Pick<DocumentJobs, 'errors'>,
  start: (call: JobCallOptions) => DocumentJob<object>,
): Promise<number> {
  const job = start({
    signal,
    onProgress: ({ completed, total }) => progress.show(`${completed ?? 0} of ${total ?? '?'} pages`),
  });
  let count = 0;
  // Where the pages go on that were not printed: one that could not be written is read again.
  let cursor = typeof own.cursor === 'string' ? own.cursor : undefined;
  try {
    for await (const document of job) {
      await output.page(document);
      count++;
      cursor = job.cursor;
    }
  } catch (error) {
    // What cannot be written here is no failure of the job.
    const id = error instanceof ExplainedError ? await job.start() : undefined;
    throw withWayOn(error, command, own, cursor, id);
  }
  const { errors, robotsBlocked } = await jobs.errors(await job.start(), { signal });
  for (const { url, error } of errors ?? []) say(`${url}: ${error}`);
  for (const url of robotsBlocked ?? []) say(`${url}: robots.txt forbids it.`);
  note(output.summary());
  if (!errors?.length) return EXIT.ok;
  return count > 0 ? EXIT.partlyFailed : EXIT.failed;
}
