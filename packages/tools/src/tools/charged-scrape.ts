import { estimateCredits, type Scraped, type ScrapeInput } from '@trawl/sdk';
import type { ToolContext } from '../tool.js';

/**
 * Scrapes a page, whose credits are those of the session.
 *
 * @throws ToolError when pages of this URL may not be read, or the credits are used up.
 */
export async function chargedScrape<const Formats extends NonNullable<ScrapeInput['formats']>>(
  tool: string,
  url: string,
  request: ScrapeInput<Formats>,
  { trawl, policy, time }: ToolContext,
): Promise<Scraped<Formats>> {
  policy.checkUrl(url);
  return policy.credits.call(
    tool,
    estimateCredits('scrape', { ...request, url }).expected.max,
    time,
    () => trawl.scrape(url, { ...request, timeout: time.leftMs }, time.limits),
    ({ metadata }) => metadata.creditsUsed,
  );
}
