import { crawl } from '../../routes';

export default defineEventHandler((event) => {
  const controller = new AbortController();
  event.node.res.on('close', () => controller.abort());
  return crawl(toWebRequest(event), { controller });
});
