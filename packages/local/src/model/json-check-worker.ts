import { serve } from '../workers/serve.js';
import type { CheckWork, Verdict } from './json-check.js';
import { verdictOn } from './verdict.js';

serve<CheckWork, Verdict>(verdictOn);
