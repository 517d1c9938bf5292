import { expect, test } from 'vitest';
import { nativeResponse, plainOf, plainResponse } from './plain-response.js';

const plain = { status: 201, headers: { 'content-type': 'application/json', 'x-a': 'b' }, text: '{"a":"ü"}' };

test('is a response to all who look at it', async () => {
  const response = plainResponse(plain);
  expect(response).toBeInstanceOf(Response);
  expect([response.status, response.ok, response.bodyUsed]).toEqual([201, true, false]);
  expect(response.headers.get('x-a')).toBe('b');
  const copy = response.clone();
  expect(await response.json()).toEqual({ a: 'ü' });
  expect(response.bodyUsed).toBe(true);
  await expect(response.text()).rejects.toThrow(TypeError);
  expect(await copy.text()).toBe(plain.text);
});

test('is written as what it consists of, or becomes one of Node.js', () => {
  const response = plainResponse(plain);
  expect(plainOf(response)).toBe(plain);
  const native = nativeResponse(response);
  expect(Object.getPrototypeOf(native)).toBe(Response.prototype);
  expect(nativeResponse(native)).toBe(native);
  expect(plainOf(native)).toBeUndefined();
});

test('is no longer what it was made of once somebody has looked at it, and perhaps changed it', () => {
  const response = plainResponse(plain);
  response.headers.set('x-a', 'c');
  expect(plainOf(response)).toBeUndefined();
  expect(nativeResponse(response).headers.get('x-a')).toBe('c');
  expect(plain.headers['x-a']).toBe('b');
});

test('is read in a program whose libraries have replaced the class of the platform', async () => {
  const platform = globalThis.Response;
  globalThis.Response = class Replacement {} as typeof Response;
  try {
    const response = plainResponse(plain);
    expect(response.headers.get('x-a')).toBe('b');
    expect(await response.clone().json()).toEqual({ a: 'ü' });
  } finally {
    globalThis.Response = platform;
  }
});
