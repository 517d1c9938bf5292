import { measured } from '../telemetry/measured.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { ChatClient } from './chat-client.js';

/** The client with counts and spans around its calls. No span has a message. */
export function measuredChat(
  client: Pick<ChatClient, 'complete'>,
  name: string,
  metrics: Pick<Metrics, 'modelCall' | 'during'>,
): Pick<ChatClient, 'complete'> {
  return {
    complete: (request) =>
      measured(
        { name: `chat ${name}`, attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': name } },
        () => metrics.during('model_call', () => client.complete(request)),
        (facts, completion) => metrics.modelCall({ ...facts, tokens: completion?.tokens ?? 0 }),
      ),
  };
}
