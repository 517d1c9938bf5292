export type { Clock, VirtualClock } from './clock.js';
export { createVirtualClock } from './clock.js';
export { createLocalServer, type LocalServer, type LocalServerOptions } from './server.js';
