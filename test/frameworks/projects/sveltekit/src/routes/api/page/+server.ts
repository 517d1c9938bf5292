import { page } from '../../../../routes';

export const GET = ({ request }: { request: Request }) => page(request);
