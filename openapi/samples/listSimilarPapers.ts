import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Who builds on this paper, as far as evaluation is concerned?
const { results, truncated, poolSize } = await trawl.research.similar(
  'arxiv:2401.15884',
  'evaluation of retrieval',
  { mode: 'citers', k: 20 },
);
for (const { title, score } of results) console.log(score, title);
if (truncated) console.log(`The best of ${poolSize}.`);
