import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Why did it fail? The answer may bring parameters that mend it.
const url = 'https://shop.example.com';
const { answer, confidence, fixParameters } = await trawl.support.ask(
  `Why is the Markdown of ${url} empty?`,
  { rationale: 'I need the prices of all products.' },
);
console.log(answer, `(confidence: ${confidence})`);

const page = await trawl.scrape(url, { ...fixParameters });
console.log(page.markdown);
