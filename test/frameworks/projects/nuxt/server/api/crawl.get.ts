import { crawl } from '../../routes';

export default defineEventHandler((event) => crawl(toWebRequest(event)));
