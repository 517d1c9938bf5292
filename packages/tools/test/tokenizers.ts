import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { countTokens as p50k } from 'gpt-tokenizer/encoding/p50k_base';

/**
 * How many tokens a text has by the tokenizer that needs most of them, of three that install little. The oldest needs about as
 * many as any for scripts other than Latin; `npm run tokenizers` holds the estimate against all.
 */
export const mostTokens = (text: string): number => Math.max(...[o200k, cl100k, p50k].map((count) => count(text)));
