import { createMovableClock } from '@trawl/base/clock';
import { openDatabase } from '../../src/store/sqlite/sqlite.js';
import { startService } from '../crashes/service.js';

// Runs the service on a file, crawls a site and watches its pages, and goes on until it is killed.
const [file, crawl = '', monitor = ''] = process.argv.slice(2);
const { call } = startService(openDatabase(file), createMovableClock());
const { body } = await call('POST /v2/monitor', JSON.parse(monitor));
await call(`POST /v2/monitor/${(body.data as { id: string }).id}/run`);
await call('POST /v2/crawl', JSON.parse(crawl));
setInterval(() => {}, 60_000);
