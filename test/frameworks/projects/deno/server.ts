import { crawl, page, upload, webhook } from './routes.ts';

declare const Deno: { serve(options: object, handle: (request: Request) => Response | Promise<Response>): void };

const routes: Record<string, (request: Request) => Response | Promise<Response>> = {
  '/api/page': page,
  '/api/crawl': crawl,
  '/api/upload': upload,
  '/api/webhook': webhook,
};

Deno.serve({ port: Number(process.env.PORT), hostname: '127.0.0.1' }, (request) => {
  const handle = routes[new URL(request.url).pathname];
  return handle ? handle(request) : new Response('Not found', { status: 404 });
});
