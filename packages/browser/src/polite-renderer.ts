import { type Observe, unobserved } from '@trawl/base/observe';
import { type Politeness, waitForTurn } from '@trawl/web/polite-fetch';
import type { RenderedPage } from './rendered-page.js';
import type { Renderer, RenderRequest } from './renderer.js';

export type ObserveRender = Observe<RenderRequest, RenderedPage>;

/** Shows no more pages of a host than the operator wants. What a page loads beside itself is not counted. */
export function politeRenderer(
  renderer: Renderer,
  politeness: Politeness,
  observe: ObserveRender = unobserved,
): Renderer {
  return {
    ...renderer,
    render: (request) =>
      observe(request, async () => {
        const { clock } = politeness;
        const endsAt = clock.now() + request.timeoutMs;
        await waitForTurn(request, politeness);
        return renderer.render({ ...request, timeoutMs: endsAt - clock.now() });
      }),
  };
}
