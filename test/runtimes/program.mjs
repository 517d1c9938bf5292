/** A schema as Zod 3 makes it: the code for it is loaded when it is first needed, and so is that for files. */
const TEXT = {
  _output: '',
  _def: { typeName: 'ZodString', checks: [] },
  /** @param {unknown} data */
  safeParseAsync: async (data) => ({ success: /** @type {const} */ (true), data: String(data) }),
};

/**
 * What every platform must be able to do with the SDK: search, scrape by a schema, parse a file, and crawl a site of several
 * pages. Plain JavaScript, so that each platform runs these very lines.
 *
 * @param {Pick<typeof import('@trawl/sdk'), 'Trawl' | 'NotFoundError'>} sdk
 * @param {string} baseUrl
 */
export async function program({ Trawl, NotFoundError }, baseUrl) {
  const trawl = new Trawl({ baseUrl, apiKey: 'key' });
  const { web } = await trawl.search('anchors', { limit: 3 });
  const page = await trawl.scrape(web[0]?.url ?? '', { formats: ['markdown', { type: 'json', schema: TEXT }] });
  const file = await trawl.parse(new Blob(['# Report']), { filename: 'report.md' });
  const crawled = new Set();
  for await (const { metadata } of trawl.crawl('https://docs.example.com')) crawled.add(metadata.sourceURL);
  const isNotFound = await trawl.team.credits().catch((error) => error instanceof NotFoundError);
  const { markdown, json } = page;
  return { title: web[0]?.title, markdown, json, parsed: file.markdown, crawled: crawled.size, isNotFound };
}
