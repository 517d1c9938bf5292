import { page } from '../../../routes';

export const GET = (request: Request) => page(request);
