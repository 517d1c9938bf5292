export { type Clock, createVirtualClock, type MovableClock } from './clock.js';
export { OptionError } from './option-error.js';
export { createLocalServer, type LocalServer } from './server.js';
export type { LocalServerOptions } from './settings.js';
