import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Deprecated. New programs scrape with a 'json' format instead.
const { data } = await trawl.extract(['https://shop.example.com/anchors'], {
  prompt: 'Name and price of every product',
});
console.log(data);
