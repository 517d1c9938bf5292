import { serve } from '@trawl/convert/workers';
import type { CheckWork, Verdict } from './json-check.js';
import { verdictOn } from './verdict.js';

// The schema compiler is loaded now, so that the time of the first check is its own.
await verdictOn({ schema: {}, value: null });
serve<CheckWork, Verdict>(verdictOn);
