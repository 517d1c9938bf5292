import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The scrape of a page came back without its table: say so.
const { creditsRefunded } = await trawl.feedback.send({
  endpoint: 'scrape',
  jobId: '01a1fbd5-f048-75e7-b166-91889e7d70d6',
  rating: 'bad',
  issues: ['missing-table'],
  url: 'https://docs.example.com/quickstart',
  note: 'The table of system requirements is not in the Markdown.',
});
console.log(`Thank you: ${creditsRefunded} credits came back.`);
