import { page } from '../../routes';

export default defineEventHandler((event) => page(toWebRequest(event)));
