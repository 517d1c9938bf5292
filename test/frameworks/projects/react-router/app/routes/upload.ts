import { upload } from '../../routes';

export const action = ({ request }: { request: Request }) => upload(request);
