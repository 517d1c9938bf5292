import { type Politeness, waitForTurn } from '@trawl/web/polite-fetch';
import type { Renderer } from './renderer.js';

/** Shows no more pages of a host than the operator wants. What a page loads beside itself is not counted. */
export function politeRenderer(renderer: Renderer, politeness: Politeness): Renderer {
  return {
    ...renderer,
    async render(request) {
      const { clock } = politeness;
      const endsAt = clock.now() + request.timeoutMs;
      await waitForTurn(request, politeness);
      return renderer.render({ ...request, timeoutMs: endsAt - clock.now() });
    },
  };
}
