import { Trawl } from '@trawl/sdk';
import { trawlTools } from '@trawl/tools/ai';

globalThis.program = (baseUrl, url) => {
  const { scrape } = trawlTools(new Trawl({ baseUrl }));
  return scrape.execute({ url }, { toolCallId: '1', messages: [] });
};
