import { serve } from '../workers/serve.js';
import { objectionsTo } from './path-expressions.js';
import type { MatchWork } from './path-matcher.js';

serve<MatchWork, (string | undefined)[]>(async ({ expressions, texts }) => objectionsTo(expressions, texts));
