import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

const { answer, evidence = [] } = await trawl.support.docs(
  'How do I keep a browser signed in between scrapes?',
);
console.log(answer);
for (const { pathOrUrl, reason } of evidence) {
  console.log(`- ${pathOrUrl}: ${reason}`);
}
