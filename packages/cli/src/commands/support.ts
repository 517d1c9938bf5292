import { askSupport } from '../generated/flags.js';
import type { CommandSpec } from './command.js';

const QUESTION = { name: 'question', description: 'The question.', required: true, many: true } as const;

/** Asks why calls fail, and what the documentation says. */
export const supportCommands: readonly CommandSpec[] = [
  {
    name: 'support ask',
    summary: 'Ask why a call failed',
    arguments: [{ ...QUESTION, field: 'question' }],
    flags: askSupport,
    examples: ['trawl support ask "Why is https://example.com empty in Markdown?"'],
    async run({ trawl, args, request, output, signal }) {
      const answer = await trawl.support.ask(args.join(' '), request, { signal });
      await output.one(answer, answer.answer);
      return undefined;
    },
  },
  {
    name: 'support docs',
    summary: 'Ask the documentation',
    arguments: [QUESTION],
    examples: ['trawl support docs how do I crawl one folder of a site'],
    async run({ trawl, args, output, signal }) {
      const answer = await trawl.support.docs(args.join(' '), { signal });
      await output.one(answer, answer.answer);
      return undefined;
    },
  },
];
