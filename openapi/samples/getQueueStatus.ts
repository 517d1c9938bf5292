import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Start more work only while little of it waits.
const { data, error } = await trawl.GET('/v2/team/queue-status');
if (!data) throw new Error('Queue unknown', { cause: error });

const { waitingJobsInQueue = 0, activeJobsInQueue, maxConcurrency } = data;
console.log(`${activeJobsInQueue} of ${maxConcurrency} at work.`);
if (waitingJobsInQueue > 100) console.log('Better wait a little.');
