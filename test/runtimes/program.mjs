/**
 * What every platform must be able to do with the SDK: search, scrape, and crawl a site of several pages. Plain
 * JavaScript, so that each platform runs these very lines.
 *
 * @param {Pick<typeof import('@trawl/sdk'), 'Trawl' | 'NotFoundError'>} sdk
 * @param {string} baseUrl
 */
export async function program({ Trawl, NotFoundError }, baseUrl) {
  const trawl = new Trawl({ baseUrl, apiKey: 'key' });
  const { web } = await trawl.search('anchors', { limit: 3 });
  const page = await trawl.scrape(web[0]?.url ?? '', { formats: ['markdown'] });
  const crawled = new Set();
  for await (const { metadata } of trawl.crawl('https://docs.example.com')) crawled.add(metadata.sourceURL);
  const isNotFound = await trawl.team.credits().catch((error) => error instanceof NotFoundError);
  return { title: web[0]?.title, markdown: page.markdown, crawled: crawled.size, isNotFound };
}
