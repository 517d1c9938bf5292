import { upload } from '../../../../routes';

export const POST = ({ request }: { request: Request }) => upload(request);
