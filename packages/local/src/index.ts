export type {
  Fault,
  FaultControls,
  FetchControls,
  JournalEntry,
  LocalServer,
  ServerClock,
} from './app/local-server.js';
export { createLocalServer } from './app/server.js';
export { type Clock, createVirtualClock, type MovableClock } from './base/clock.js';
export { OptionError } from './base/option-error.js';
export type { Capabilities } from './http/capabilities.js';
export type { FaultEffect, FaultMatch, FaultRule } from './http/faults.js';
export type { LocalServerOptions } from './settings/settings.js';
export type { FetchMode } from './web/recorder.js';
export type { SeedPage } from './web/seed-page.js';
