import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

const papers = await trawl.research.papers(
  'retrieval augmented generation that corrects itself',
  { from: '2024-01-01', k: 10 },
);
for (const { paperId, title, score } of papers) {
  console.log(score.toFixed(2), paperId, title);
}
