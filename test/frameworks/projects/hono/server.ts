import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { crawl, page, upload, webhook } from './routes.js';

const app = new Hono();
app.get('/api/page', ({ req }) => page(req.raw));
app.get('/api/crawl', ({ req }) => crawl(req.raw));
app.post('/api/upload', ({ req }) => upload(req.raw));
app.post('/api/webhook', ({ req }) => webhook(req.raw));

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
