import { Refusal } from '../contract/refusal.js';
import { CLOSED } from '../jobs/engine.js';
import { statusOf } from './refusal-answer.js';
import type { State } from './state.js';

/** Does work with the service; refuses with a 503 what fails because the service was closed meanwhile, as by a reset. */
export async function whileOpen<Result>(
  { service }: Pick<State, 'service'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isOfRequest = error instanceof Refusal && statusOf(error) < 500;
    throw service.isClosed && !isOfRequest ? CLOSED : error;
  }
}
