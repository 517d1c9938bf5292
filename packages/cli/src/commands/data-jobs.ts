import type { AgentInput, DataResult, ExtractInput, JobCallOptions } from '@trawl/sdk';
import { startAgent, startExtract } from '../generated/flags.js';
import { UsageError } from '../usage-error.js';
import type { CommandContext, CommandSpec, OwnFlag } from './command.js';
import { addResumeHint } from './resume.js';

const RESUME: readonly OwnFlag[] = [
  { usage: '--resume <id>', description: 'Wait for a job that exists instead of starting one.' },
];

export const agent: CommandSpec = {
  name: 'agent',
  summary: 'Have an agent gather data from the web',
  arguments: [{ name: 'prompt', description: 'What to find.', field: 'prompt', many: true }],
  flags: startAgent,
  ownFlags: RESUME,
  examples: ['trawl agent "Find the price of the folding anchor" --max-credits 50 --schema @price.json'],

  run(context) {
    const { trawl, args, own, request } = context;
    const prompt = args.join(' ');
    if (!own.resume && !prompt) throw new UsageError('Say what to find, or name the agent to wait for by --resume.');
    return waitFor(context, 'agent', (call) =>
      own.resume
        ? trawl.agents.resume(String(own.resume), undefined, call)
        : trawl.agent(prompt, request as Omit<AgentInput<never>, 'prompt'>, call),
    );
  },
};

export const extract: CommandSpec = {
  name: 'extract',
  summary: 'Extract structured data from several URLs',
  arguments: [
    {
      name: 'url',
      description: 'The pages; * at the end stands for a whole site. @FILE for a file of them.',
      field: 'urls',
      many: true,
      orLines: true,
    },
  ],
  flags: startExtract,
  ownFlags: RESUME,
  examples: ['trawl extract https://example.com --prompt "the founders" --schema @founders.json'],

  run(context) {
    const { trawl, args, own, request } = context;
    return waitFor(context, 'extract', (call) =>
      own.resume
        ? trawl.extracts.resume(String(own.resume), undefined, call)
        : trawl.extract(args, request as Omit<ExtractInput<never, []>, 'urls'>, call),
    );
  },
};

async function waitFor(
  { own, output, progress, say, messageOf, signal }: CommandContext,
  command: string,
  start: (call: JobCallOptions) => PromiseLike<DataResult<unknown>>,
): Promise<undefined> {
  progress.show('Working.');
  try {
    const result = await start({ signal });
    for (const warning of result.warnings ?? []) say(warning);
    if (result.warning) say(result.warning);
    if (result.replacement) say(`The service advises to use ${result.replacement} instead.`);
    await output.one(result, JSON.stringify(result.data, null, 2));
  } catch (error) {
    throw addResumeHint(error, { command, own, messageOf });
  }
}
