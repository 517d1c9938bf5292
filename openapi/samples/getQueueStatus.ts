import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Start more work only while little of it waits.
const queue = await trawl.team.queue();
console.log(`${queue.activeJobsInQueue} of ${queue.maxConcurrency} at work.`);
if ((queue.waitingJobsInQueue ?? 0) > 100) console.log('Better wait a little.');
