import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { adviceWithoutService, runningService } from './default-service.js';

it.each<[body: string, isService: boolean]>([
  ['{"success":true,"data":{}}', true],
  ['{"success":false,"error":"Unauthorized"}', true],
  ['{"name":"something else"}', false],
  ['<title>Something else</title>', false],
])('a server that answers %s is a service: %s', async (body, isService) => {
  const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await runningService(port)).toBe(isService ? `http://127.0.0.1:${port}` : undefined);
  server.close();
  expect(await runningService(port)).toBeUndefined();
});

it('a person learns how to use the service that runs, or how to start one', () => {
  const url = 'http://127.0.0.1:3002';
  expect(adviceWithoutService(url)).toContain(`export TRAWL_BASE_URL=${url}, or add --base-url ${url}.`);
  expect(adviceWithoutService(undefined)).toContain('Start one with `trawl local`');
});
