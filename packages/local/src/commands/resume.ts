import { OptionError } from '@trawl/base/option-error';
import type { Command } from './command.js';
import { runningService, SERVICE_SETTINGS, URL_FLAG } from './running-service.js';

const HELP = `Usage: trawl-local resume [options]

Ends the rest of a service that was started with --paused, or with a copy of the data of another
service: it goes on with its jobs, monitors and webhooks. Make sure that the other one has ended.

It asks the service that runs at --host and --port, with its admin key.`;

export const resumeCommand: Command = {
  help: HELP,
  flags: URL_FLAG,
  settings: SERVICE_SETTINGS,
  async run({ words, settings, values }, output) {
    if (words.length > 0) throw new OptionError('resume takes no words. Run with --help to see the options.');
    await runningService(settings, values.url).fetch('POST', 'resume');
    output.say('The service works.');
    return 0;
  },
};
