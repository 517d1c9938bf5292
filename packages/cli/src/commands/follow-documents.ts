import type { DocumentJob, JobCallOptions } from '@trawl/sdk';
import { EXIT } from '../exit-status.js';
import type { CommandContext } from './command.js';

/**
 * Prints each page of a job as it comes. Ctrl-C leaves the job running at the service, and says how to go on.
 *
 * @returns The status: partly failed when some pages could not be read.
 */
export async function followDocuments(
  { trawl, output, progress, say, signal }: CommandContext,
  command: 'crawl' | 'batch',
  start: (call: JobCallOptions) => DocumentJob<object>,
): Promise<number> {
  const job = start({
    signal,
    onProgress: ({ completed, total }) => progress.show(`${completed ?? 0} of ${total ?? '?'} pages`),
  });
  let count = 0;
  try {
    for await (const document of job) {
      await output.page(document);
      count++;
    }
  } catch (error) {
    progress.clear();
    const { jobId } = error as { jobId?: string };
    if (jobId) say(`Go on with: trawl ${command} --resume ${jobId}${job.cursor ? ` --cursor '${job.cursor}'` : ''}`);
    throw error;
  }
  progress.clear();
  const resource = command === 'crawl' ? trawl.crawls : trawl.batches;
  const { errors = [] } = await resource.errors(await job.start());
  for (const { url, error } of errors) say(`${url}: ${error}`);
  if (errors.length === 0) return EXIT.ok;
  return count === 0 ? EXIT.failed : EXIT.partlyFailed;
}
