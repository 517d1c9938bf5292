import type { APIRoute } from 'astro';
import { page } from '../../../routes';

export const GET: APIRoute = ({ request }) => page(request);
