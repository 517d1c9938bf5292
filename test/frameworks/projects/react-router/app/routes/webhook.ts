import { webhook } from '../../routes';

export const action = ({ request }: { request: Request }) => webhook(request);
