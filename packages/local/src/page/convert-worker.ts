import { serve } from '../workers/serve.js';
import { convert } from './convert.js';

serve(convert);
