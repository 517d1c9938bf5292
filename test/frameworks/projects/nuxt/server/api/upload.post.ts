import { upload } from '../../routes';

export default defineEventHandler((event) => upload(toWebRequest(event)));
