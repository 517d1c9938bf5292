import { Trawl, verifyWebhook, WebhookVerificationError } from '@trawl/sdk';
import express from 'express';
import multer from 'multer';

const trawl = new Trawl();
const app = express();

app.get('/api/page', async (request, response) => {
  const { metadata } = await trawl.scrape(request.query.url);
  response.json({ title: metadata.title });
});

app.get('/api/crawl', async (request, response) => {
  const controller = new AbortController();
  response.on('close', () => controller.abort());
  const pages = trawl.crawl(
    request.query.url,
    { delay: 1, ignoreRobotsTxt: true },
    { signal: controller.signal, cancelOnAbort: true, pollIntervalMs: 1000 },
  );
  for await (const { metadata } of pages) response.write(`${JSON.stringify(metadata)}\n`);
  response.end();
});

app.post('/api/upload', multer().single('file'), async ({ file }, response) => {
  const { markdown } = await trawl.parse(file.buffer, { filename: file.originalname });
  response.json({ markdown });
});

app.post('/api/webhook', express.raw({ type: 'application/json' }), async (request, response) => {
  try {
    await verifyWebhook(request.body, request.get('x-firecrawl-signature'), process.env.WEBHOOK_SECRET);
    response.status(204).end();
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.status(400).send('Not signed by the service');
  }
});

app.listen(process.env.PORT, '127.0.0.1');
