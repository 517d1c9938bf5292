export { type Clock, createVirtualClock, type MovableClock } from './clock.js';
export { OptionError } from './option-error.js';
export type { LocalServerOptions } from './options.js';
export { createLocalServer, type LocalServer } from './server.js';
