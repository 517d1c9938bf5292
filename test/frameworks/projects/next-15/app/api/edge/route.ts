import { page } from '../../../routes';

export const runtime = 'edge';

export const GET = (request: Request) => page(request);
