import type { APIRoute } from 'astro';
import { crawl } from '../../../routes';

export const GET: APIRoute = ({ request }) => crawl(request);
