import { crawl } from '../../routes';

export const loader = ({ request }: { request: Request }) => crawl(request);
