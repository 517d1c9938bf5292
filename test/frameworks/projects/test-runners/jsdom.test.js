import { createLocalServer } from '@trawl/local';
import { Trawl } from '@trawl/sdk';

test('the SDK calls a server in the process of a test with a DOM', async () => {
  const server = await createLocalServer({ quiet: true, offline: true });
  const url = 'https://shop.example.com/tea';
  await server.seed([{ url, content: '<h1>Tea</h1>' }]);
  const trawl = new Trawl({ baseUrl: server.url, fetch: server.fetch });
  document.body.textContent = (await trawl.scrape(url)).markdown;
  expect(document.body.textContent).toBe('# Tea');
  await server.close();
}, 60_000);
