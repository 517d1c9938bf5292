import { createVirtualClock } from '@trawl/base/clock';
import { createRequestSpacing } from '@trawl/web/request-spacing';
import { expect, test } from 'vitest';
import { politeRenderer } from './polite-renderer.js';
import type { Renderer, RenderRequest } from './renderer.js';

test('a page whose turn would come after its time is refused at once', async () => {
  const clock = createVirtualClock();
  const renderer = { render: async ({ timeoutMs }: RenderRequest) => timeoutMs } as unknown as Renderer;
  const polite = politeRenderer(renderer, {
    clock,
    spacing: createRequestSpacing(clock),
    gapMs: 4000,
    retries: 0,
    denialFor: () => undefined,
  });
  const { signal } = new AbortController();
  const render = () => polite.render({ url: 'https://a.example/', timeoutMs: 5000, signal } as RenderRequest);
  expect(await render()).toBe(5000);
  const second = render();
  await expect(render()).rejects.toThrow('Too many requests for a.example wait for their turn');
  await clock.advance(4000);
  expect(await second).toBe(1000);
});
