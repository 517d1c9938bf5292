import { defineConfig } from 'vitest/config';

/** Properties are tried with many contracts, and programs are started, on machines that have other things to do as well. */
const PATIENCE = 60_000;

// The files share one process: to start one for each takes a third of the time.
export default defineConfig({ test: { testTimeout: PATIENCE, isolate: false } });
