import { serve } from '@trawl/convert/workers';
import { exclusionReasons } from './path-expressions.js';
import type { MatchWork } from './path-matcher.js';

serve<MatchWork, (string | undefined)[]>(async ({ expressions, texts }) => exclusionReasons(expressions, texts));
