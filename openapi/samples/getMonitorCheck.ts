import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The ids that createMonitor and runMonitor answered.
const monitorId = '01a1fbc6-fe53-703b-9c29-6067c15ce19b';
const checkId = '01a1fbc7-009f-73aa-9a6d-739dcc186707';

// Only the pages that changed, however many, with what is different.
const pages = trawl.monitors.pages(monitorId, checkId, { status: 'changed' });
for await (const { url, diff, judgment } of pages) {
  console.log(url, judgment?.reason ?? '');
  console.log(diff?.text);
}
