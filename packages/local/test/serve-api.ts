import { Hono } from 'hono';
import { Addresses } from '../src/http/addresses.js';
import { type ApiService, createApi } from '../src/http/api.js';
import type { Authorize } from '../src/http/authorize.js';
import type { CallEnv, Step } from '../src/http/call.js';
import { errorHandler } from '../src/http/error-handler.js';
import { inProcess } from '../src/http/in-process.js';
import type { Report } from '../src/http/unexpected-error.js';
import type { BodyMemory } from '../src/request-body/body-memory.js';
import { createBodyMemory } from '../src/request-body/body-memory.js';
import { unlimitedPlan } from './unlimited-plan.js';

export interface ServedApi {
  readonly routes: ApiService['routes'];
  readonly authorize: Authorize;
  readonly report: Report;
  readonly check?: boolean;
  readonly bodies?: BodyMemory;
  /** Aborts when what the service holds is closed. */
  readonly contents?: AbortSignal;
}

/** Answers calls of the API by these routes, without a socket. */
export function serveApi({
  routes,
  authorize,
  report,
  check = true,
  bodies = createBodyMemory(),
  contents = new AbortController().signal,
}: ServedApi) {
  const service = { routes, plan: unlimitedPlan, isPrivateJob: async () => false, contents };
  const { app } = createApi({ service, authorize, bodies, check });
  return inProcess(
    new Hono<CallEnv>().use(new Addresses().step).route('/', app).onError(errorHandler({ report, check })),
  );
}

/** What answers a request that a step passes on. */
export const PASSED_ON = 'passed on';

/** Answers requests by one step, in a server at `/`. */
export function serveStep(step: Step): typeof fetch {
  const app = new Hono<CallEnv>().use(new Addresses().step, step);
  return inProcess(app.all('*', () => new Response(PASSED_ON)));
}
