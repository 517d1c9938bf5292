import { createLocalServer } from '@trawl/local';
import { Trawl } from '@trawl/sdk';

export async function GET(request: Request): Promise<Response> {
  const url = new URL(request.url).searchParams.get('url') ?? '';
  await using server = await createLocalServer({ port: 0, quiet: true, browser: 'off' });
  await server.seed([{ url, content: '<title>Tea 0</title><h1>Tea</h1>' }]);
  const { markdown } = await new Trawl({ baseUrl: server.url }).scrape(url);
  return Response.json({ markdown });
}
