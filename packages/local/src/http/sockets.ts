import type { OpenSockets } from '@trawl/base/open-sockets';
import type { Authorize } from './authorize.js';
import { isWatch, JobSockets } from './job-sockets.js';
import type { Journal } from './journal.js';
import type { Upgrade } from './listen.js';
import type { Service } from './service.js';
import { createSessionSockets, type SessionSocketDependencies } from './session-sockets.js';
import type { CheckUpgrade } from './upgrades.js';

export interface SocketNeeds {
  readonly check: CheckUpgrade;
  readonly authorize: Authorize;
  readonly others: SessionSocketDependencies['others'];
  /** All connections. */
  readonly sockets: OpenSockets;
  readonly journal: Journal;
  readonly service: Service;
  readonly log: (line: string) => void;
}

/** The WebSockets: those that follow jobs, and those of browser sessions. */
export function openSockets({ journal, authorize, ...needs }: SocketNeeds) {
  const jobSockets = new JobSockets({ ...needs, journal, authorize });
  const sessionSockets = createSessionSockets(needs);
  const upgrade: Upgrade = {
    accepts: (incoming) => isWatch(incoming) || sessionSockets.accepts(incoming),
    take(incoming, socket, head) {
      const target = isWatch(incoming) ? jobSockets : sessionSockets;
      target.accept(incoming, socket, head);
    },
  };
  return {
    upgrade,
    closeJobSockets: () => jobSockets.close(),
    closeSessionSockets: () => sessionSockets.close(),
  };
}
