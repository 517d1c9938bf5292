import type { DeliveryView, ReceiverView } from './views.js';

/** The receivers of these deliveries, of which the latest comes first. */
export function receiversOf(deliveries: readonly DeliveryView[]): ReceiverView[] {
  const urls = new Set(deliveries.map(({ url }) => url));
  return [...urls].map((url) =>
    receiverOf(
      url,
      deliveries.filter((each) => each.url === url),
    ),
  );
}

function receiverOf(url: string, deliveries: readonly DeliveryView[]): ReceiverView {
  const count = (...states: readonly DeliveryView['state'][]) =>
    deliveries.filter(({ state }) => states.includes(state)).length;
  const attempts = deliveries.flatMap((each) => each.attempts).sort((one, other) => (one.at < other.at ? 1 : -1));
  const lastSuccess = attempts.findIndex(({ problem }) => problem === undefined);
  const failures = lastSuccess < 0 ? attempts : attempts.slice(0, lastSuccess);
  const [last] = failures;
  return {
    url,
    state: attempts.length === 0 ? 'unknown' : last ? 'fails' : 'answers',
    delivered: count('delivered'),
    failed: count('failed'),
    pending: count('sending', 'retrying'),
    ...(last?.problem !== undefined && { failsSince: failures.at(-1)?.at ?? last.at, problem: last.problem }),
  };
}
