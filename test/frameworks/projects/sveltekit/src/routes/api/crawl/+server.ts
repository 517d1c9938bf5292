import { crawl } from '../../../../routes';

export const GET = ({ request }: { request: Request }) => crawl(request);
