import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Here the session closes itself at the end of the block.
{
  await using session = trawl.interact(
    await trawl.scrape('https://shop.example.com'),
  );
  console.log((await session.execute('return page.title();')).result);
}

// From another program, by the id of the scrape:
await trawl.interact('01a1fbd5-f048-75e7-b166-91889e7d70d6').close();
