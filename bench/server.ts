/** The service in a process of its own, so that it takes no time from what is measured. Ends with its parent. */
import { startService } from '../scripts/shared/service.js';

const service = await startService(Number(process.argv[2]));
process.on('message', () => process.send?.(service.requests.length));
process.on('disconnect', () => process.exit());
process.send?.(service.url);
