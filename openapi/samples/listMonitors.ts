import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// All of them, however many pages the list has.
for await (const { name, status, nextRunAt } of trawl.monitors.list()) {
  console.log(name, status, nextRunAt);
}
