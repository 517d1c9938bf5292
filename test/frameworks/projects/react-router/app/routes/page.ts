import { page } from '../../routes';

export const loader = ({ request }: { request: Request }) => page(request);
