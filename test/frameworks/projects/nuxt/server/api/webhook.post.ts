import { webhook } from '../../routes';

export default defineEventHandler((event) => webhook(toWebRequest(event)));
