import { crawl, page, upload, webhook } from './routes';

declare const Bun: { serve(options: object): void };

Bun.serve({
  port: process.env.PORT,
  hostname: '127.0.0.1',
  routes: {
    '/api/page': page,
    '/api/crawl': (request: Request) => crawl(request),
    '/api/upload': { POST: upload },
    '/api/webhook': { POST: webhook },
  },
  fetch: () => new Response('Not found', { status: 404 }),
});
