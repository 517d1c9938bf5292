import { Refusal } from '../contract/refusal.js';
import type { JobRunner } from './job-runner.js';

/** The answer to a call that would start work while the service is at rest. */
const AT_REST = new Refusal(
  'unavailable',
  'This service is at rest: it reads what is stored, and starts no work. Its operator ends that by `trawl-local resume`.',
);

/** Does no tasks: those that are stored stay as they are, and none are added. */
export function openRestingRunner(): JobRunner {
  const refuse = async () => {
    throw AT_REST;
  };
  return {
    begin: refuse,
    add: refuse,
    retryNow() {},
    onCancel: () => undefined,
    cancel() {},
    isHeldUp: () => true,
    active: async () => 0,
    idle: async () => undefined,
    close: async () => undefined,
  };
}
