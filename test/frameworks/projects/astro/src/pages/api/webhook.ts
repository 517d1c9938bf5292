import type { APIRoute } from 'astro';
import { webhook } from '../../../routes';

export const POST: APIRoute = ({ request }) => webhook(request);
