import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { messageOf } from './cdp-messages.js';
import { createDevToolsPipe, type DevToolsMessage } from './devtools-pipe.js';

const LONG = 'x'.repeat(17_000_000);

/** What the pipe passes on of a message that a page sends to a client. */
function carried(message: object): DevToolsMessage {
  const output = new PassThrough();
  const received: DevToolsMessage[] = [];
  createDevToolsPipe(new PassThrough(), output).listen({ onMessage: (each) => received.push(each), onClose() {} });
  const params = { sessionId: 'page', message: JSON.stringify(message), targetId: 'target' };
  output.write(
    `${JSON.stringify({ method: 'Target.receivedMessageFromTarget', params, sessionId: 'browser' })}\0{"id":1}\0`,
  );
  output.read();
  expect(received.at(-1)).toEqual({ id: 1 });
  return received[0] ?? {};
}

test.each([
  ['of its page', { id: 7, result: { value: LONG } }, { id: 7 }],
  ['of a frame', { id: 8, result: { value: LONG }, sessionId: 'frame' }, { id: 8, sessionId: 'frame' }],
  ['that ends like one of a frame', { id: 9, result: { value: `${LONG},"sessionId":"frame"}` } }, { id: 9 }],
])('an answer %s that is too long becomes an error without being read', (_, message, { id, ...rest }) => {
  const { params, sessionId } = carried(message);
  expect(JSON.stringify(params).length).toBeLessThan(5_000);
  expect(sessionId).toBe('browser');
  const error = { code: -32_000, message: expect.stringContaining('Ask for less') };
  expect(messageOf(params as Record<string, unknown>)).toEqual({ id, error, ...rest });
});

test('an event that is too long is none that can be answered', () => {
  const { params } = carried({ method: 'Runtime.bindingCalled', params: { payload: LONG } });
  expect(() => messageOf(params as Record<string, unknown>)).toThrow('Ask for less');
});

test('a message that is not too long is passed on as it is', () => {
  const message = { id: 7, result: { value: 'x'.repeat(1_000_000) } };
  expect(messageOf(carried(message).params as Record<string, unknown>)).toEqual(message);
});
