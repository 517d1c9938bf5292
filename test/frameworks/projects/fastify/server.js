import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { Trawl, verifyWebhook, WebhookVerificationError } from '@trawl/sdk';
import Fastify from 'fastify';

const trawl = new Trawl();
const app = Fastify();
await app.register(multipart);
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

app.get('/api/page', async ({ query }) => {
  const { metadata } = await trawl.scrape(query.url);
  return { title: metadata.title };
});

app.get('/api/crawl', ({ query }, reply) => {
  const controller = new AbortController();
  reply.raw.on('close', () => controller.abort());
  const pages = trawl.crawl(
    query.url,
    { delay: 1, ignoreRobotsTxt: true },
    { signal: controller.signal, cancelOnAbort: true, pollIntervalMs: 1000 },
  );
  async function* lines() {
    for await (const { metadata } of pages) yield `${JSON.stringify(metadata)}\n`;
  }
  return reply.type('application/x-ndjson').send(Readable.from(lines()));
});

app.post('/api/upload', async (request) => {
  const file = await request.file();
  const { markdown } = await trawl.parse(await file.toBuffer(), { filename: file.filename });
  return { markdown };
});

app.post('/api/webhook', async ({ body, headers }, reply) => {
  try {
    await verifyWebhook(body, headers['x-firecrawl-signature'], process.env.WEBHOOK_SECRET);
    return reply.code(204).send();
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return reply.code(400).send('Not signed by the service');
  }
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
