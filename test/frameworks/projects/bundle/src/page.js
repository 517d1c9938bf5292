import { connect, scrape } from '@trawl/sdk';

// Whoever loads the bundle calls it.
globalThis.program = async (baseUrl, url) => {
  const { metadata } = await scrape(connect({ baseUrl }), url);
  return metadata.title;
};
