import { waitUntil } from 'cloudflare:workers';
import { convert } from '@trawl/convert';
import { crawl, page, upload, webhook } from '../routes';
import guide from './guide';

const routes: Record<string, (request: Request) => Response | Promise<Response>> = {
  '/api/page': page,
  '/api/crawl': (request) => crawl(request, { waitUntil }),
  '/api/upload': upload,
  '/api/webhook': webhook,
  '/api/convert': async (request) => Response.json((await convert(await request.text())).markdown),
};

export default {
  fetch(request: Request, settings: Parameters<typeof guide.fetch>[1]): Response | Promise<Response> {
    const handle = routes[new URL(request.url).pathname];
    return handle ? handle(request) : guide.fetch(request, settings);
  },
};
