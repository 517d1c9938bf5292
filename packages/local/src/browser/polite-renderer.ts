import type { Politeness } from '../web/polite-fetch.js';
import type { Renderer } from './renderer.js';

/** Shows no more pages of a host than the operator wants. What a page loads beside itself is not counted. */
export function politeRenderer(renderer: Renderer, { spacing, gapMs }: Politeness): Renderer {
  return {
    ...renderer,
    async render(request) {
      await spacing.wait(new URL(request.url).host, gapMs, request.signal);
      return renderer.render(request);
    },
  };
}
