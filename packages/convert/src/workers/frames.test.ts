import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readFrames, writeFrame } from './frames.js';

test.each([1, 3, 7, 1_000_000])('messages arrive whole and apart, in chunks of %d bytes', async (size) => {
  const messages = [new Uint8Array([1]), new Uint8Array(100).fill(2), new Uint8Array(5_000).fill(3)];
  const written = new PassThrough();
  for (const message of messages) writeFrame(written, [message.subarray(0, 1), message.subarray(1)]);
  const bytes = written.read() as Buffer;
  const stream = new PassThrough();
  const received: Uint8Array[] = [];
  readFrames(stream, (message) => received.push(message));
  for (let at = 0; at < bytes.length; at += size) stream.emit('data', bytes.subarray(at, at + size));
  expect(received).toEqual(messages);
  expect(received.map(({ buffer }) => buffer.byteLength)).toEqual([1, 100, 5_000]);
});
