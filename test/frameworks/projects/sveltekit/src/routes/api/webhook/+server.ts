import { webhook } from '../../../../routes';

export const POST = ({ request }: { request: Request }) => webhook(request);
