import { upload } from '../../../routes';

export const POST = (request: Request) => upload(request);
