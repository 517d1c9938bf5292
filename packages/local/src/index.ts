export { type Clock, createVirtualClock, type MovableClock } from './clock.js';
export type { Capabilities } from './http/capabilities.js';
export type { FaultEffect, FaultMatch, FaultRule } from './http/faults.js';
export type {
  Fault,
  FaultControls,
  FetchControls,
  JournalEntry,
  LocalServer,
  ServerClock,
} from './local-server.js';
export { OptionError } from './option-error.js';
export { createLocalServer } from './server.js';
export type { LocalServerOptions } from './settings.js';
export type { FetchMode } from './web/recorder.js';
export type { SeedPage } from './web/seed-page.js';
