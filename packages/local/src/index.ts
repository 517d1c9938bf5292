export { type Clock, createVirtualClock, type MovableClock } from '@trawl/base/clock';
export { OptionError } from '@trawl/base/option-error';
export type { FetchMode } from '@trawl/web/recorder';
export type { SeedPage } from '@trawl/web/seed-page';
export type {
  Fault,
  FaultControls,
  FetchControls,
  JournalEntry,
  LocalServer,
  ServerClock,
} from './app/local-server.js';
export { createLocalServer } from './app/server.js';
export type { Capabilities } from './http/capabilities.js';
export type { FaultEffect, FaultMatch, FaultRule } from './http/faults.js';
export type { LocalServerOptions } from './settings/settings.js';
