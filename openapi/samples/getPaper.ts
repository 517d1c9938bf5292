import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The passages of one paper that answer a question.
const { paper, passages } = await trawl.research.paper('arxiv:2401.15884', {
  query: 'How is the quality of retrieval judged?',
  k: 4,
});

console.log(paper.title);
for (const { text } of passages ?? []) console.log(`> ${text}`);
