import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import { createDeliveryLog, type DeliveryRequest, EVICTED } from './delivery-log.js';

const MEGABYTE = 1024 ** 2;

test('the headers of a delivery are kept as long as its body, and take room as it does', async () => {
  const log = createDeliveryLog(createVirtualClock());
  const deliver = async (position: number, headers: string) => {
    const about = { team: 'a', event: 'crawl.page', about: 'job', url: 'https://a.example/hook', isPrivate: false };
    const request: DeliveryRequest = { ...about, headers, body: `{"number":${position}}` };
    const entry = await log.begin({ position, attempts: 0 }, request);
    await entry.end(0);
  };
  await deliver(1, '{"authorization":"Bearer a"}');
  await deliver(2, '{"authorization":"Bearer b"}');
  expect(await log.sent(1)).toEqual({ payload: { headers: '{"authorization":"Bearer a"}', body: '{"number":1}' } });
  await deliver(3, 'x'.repeat(8 * MEGABYTE - 70));
  expect([await log.sent(1), await log.sent(2)]).toMatchObject([
    { omitted: EVICTED },
    { payload: { body: '{"number":2}' } },
  ]);
  expect(await log.sent(4)).toBeUndefined();
});
