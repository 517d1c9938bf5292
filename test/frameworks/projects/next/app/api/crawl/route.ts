import { crawl } from '../../../routes';

export const GET = (request: Request) => crawl(request);
