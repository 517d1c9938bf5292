import { expect, test } from 'vitest';
import { joinMessage, readMessage, writeMessage } from './messages.js';

const large = new Uint8Array(100_000).map((_, index) => index);
const value = {
  name: 'oak',
  large,
  within: new Map([['part', large.subarray(10, 90_000)]]),
  small: new Uint8Array([1, 2, 3]),
  buffer: Buffer.from('tree'),
  numbers: new Float64Array([0.5, 2]),
  nothing: undefined,
};

test('a value is read as it was written', () => {
  expect(readMessage(joinMessage(writeMessage(value)))).toEqual(value);
});

test('large bytes are sent from their own memory, and read as a part of the message', () => {
  const parts = writeMessage({ page: large });
  expect(parts[0]?.buffer).toBe(large.buffer);
  const message = joinMessage(parts);
  expect(readMessage<{ page: Uint8Array }>(message).page.buffer).toBe(message.buffer);
});

test('a message of one part is not copied', () => {
  const [part, ...others] = writeMessage({ page: new Uint8Array(10) });
  expect(others).toEqual([]);
  expect(joinMessage([part ?? new Uint8Array()]).buffer).toBe(part?.buffer);
});
