import type { Clock } from './clock.js';
import type { Routes } from './http/operation.js';
import { agentRoutes } from './routes/agent.js';
import { browserRoutes } from './routes/browser.js';
import { developerRoutes } from './routes/developer.js';
import { extractRoutes } from './routes/extract.js';
import { feedbackRoutes } from './routes/feedback.js';
import { researchRoutes } from './routes/research.js';
import { teamRoutes } from './routes/team.js';
import type { Database } from './store/database.js';
import { createLedger } from './team/ledger.js';
import { createThreatPolicies } from './team/threat-policies.js';

export interface RoomParts {
  readonly database: Database;
  readonly clock: Clock;
}

/** The rooms of the service, each with what it needs of the others. */
export interface Rooms {
  readonly routes: Partial<Routes>;
  /** Ends what runs in the background; resolves when nothing writes to the database any more. */
  close(): Promise<void>;
}

export function openRooms({ database, clock }: RoomParts): Rooms {
  const ledger = createLedger(database, clock);
  const policies = createThreatPolicies(database, clock);
  const queue = { state: () => ({ active: 0, waiting: 0, most: 0, mostRecentSuccess: undefined }) };
  return {
    routes: {
      ...agentRoutes,
      ...extractRoutes,
      ...browserRoutes,
      ...researchRoutes,
      ...developerRoutes,
      ...feedbackRoutes({ database, ledger, clock }),
      ...teamRoutes({ ledger, queue, policies, clock }),
    },
    close: async () => {},
  };
}
