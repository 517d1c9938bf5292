import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('api/page', 'routes/page.ts'),
  route('api/crawl', 'routes/crawl.ts'),
  route('api/upload', 'routes/upload.ts'),
  route('api/webhook', 'routes/webhook.ts'),
] satisfies RouteConfig;
