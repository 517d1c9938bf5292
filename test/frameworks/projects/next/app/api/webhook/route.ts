import { webhook } from '../../../routes';

export const POST = (request: Request) => webhook(request);
