import type { APIRoute } from 'astro';
import { upload } from '../../../routes';

export const POST: APIRoute = ({ request }) => upload(request);
