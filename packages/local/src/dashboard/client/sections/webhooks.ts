import type { DeliveriesView, DeliveryDetail, DeliveryView, ReceiverView } from '../../../operator/views.js';
import { actionButton, type Run } from '../action.js';
import { send } from '../api.js';
import { facts, jsonBlock, note } from '../content.js';
import { type Child, h } from '../dom.js';
import { countOf, timeOf, tookOf } from '../format.js';
import { listSection, type Row } from '../list.js';
import { hashOf } from '../route.js';

export const webhooks = listSection<DeliveriesView, DeliveryDetail>({
  name: 'webhooks',
  title: 'Webhooks',
  empty: () => [
    h('p', {}, 'No event was sent yet. Give a crawl, a batch or a monitor a ', h('code', {}, 'webhook'), '.'),
  ],
  path: () => 'deliveries',
  hasFailures: true,
  rows: ({ deliveries }) => deliveries.map(rowOf),
  detailPath: ({ ids: [number = ''] }) => `deliveries/${encodeURIComponent(number)}`,
  detail: (delivery, _route, run) => detailOf(delivery, run),
  head: ({ waiting, receivers }, run) => {
    const hasFailures = receivers.some(({ failed }) => failed > 0);
    const resend = () =>
      run(() => send('POST', 'deliveries/resend-failed'), 'All events that had failed are sent again, in their order.');
    return [
      waiting > 0 && note(`${countOf(waiting, 'event')} not delivered yet.`, 'busy'),
      receivers.length > 0 && h('h3', {}, 'Receivers'),
      receivers.length > 0 && h('ul', { class: 'plain' }, ...receivers.map(receiverItem)),
      hasFailures && h('div', { class: 'buttons' }, actionButton('Send all failed again', resend)),
    ];
  },
});

function receiverItem({ url, state, delivered, failed, pending, failsSince, problem }: ReceiverView): HTMLElement {
  const counts = `${delivered} delivered, ${failed} failed, ${pending} pending`;
  const failure = failsSince !== undefined && `It has failed since ${timeOf(failsSince)}: ${problem}`;
  return h('li', state === 'fails' ? { class: 'bad' } : {}, [`${url}: ${counts}.`, failure].filter(Boolean).join(' '));
}

const MOODS = { delivered: 'good', failed: 'bad', retrying: 'bad', sending: 'busy' } as const;

function rowOf({ number, event, url, state, attempts, nextAt }: DeliveryView): Row {
  const last = attempts.at(-1);
  const next = nextAt !== undefined && `Next try at ${timeOf(nextAt)}.`;
  const tries = attempts.length > 1 && `${attempts.length} attempts.`;
  return {
    key: String(number),
    mood: MOODS[state],
    state: state === 'delivered' ? 'sent' : state === 'retrying' ? 'again' : state,
    at: attempts[0]?.at ?? '',
    kind: '',
    title: `${event} to ${url}`,
    note: [last?.problem, tries, next].filter(Boolean).join(' '),
    ...(last && { took: tookOf(last.durationMs) }),
  };
}

function detailOf(delivery: DeliveryDetail, run: Run): Child[] {
  const { number, event, about, url, state, attempts, nextAt, payload, headers = [], omitted, canResend } = delivery;
  const resend = () =>
    run(
      () => send('POST', `deliveries/${number}/resend`),
      state === 'retrying'
        ? 'The next attempt is made now.'
        : 'It is sent again: the list begins with the new delivery.',
    );
  const isJob = /^(?:crawl|batch_scrape|agent|extract)\./.test(event);
  return [
    h('h2', {}, event),
    facts({
      State: state,
      To: url,
      About: isJob ? h('a', { href: hashOf('jobs', [about]) }, about) : about,
      'Next try': nextAt && timeOf(nextAt),
      Headers: headers.join(', '),
    }),
    canResend && h('div', { class: 'buttons' }, actionButton('Send again', resend)),
    h('h3', {}, 'Attempts'),
    h(
      'ul',
      { class: 'plain' },
      ...attempts.map(({ at, durationMs, problem }) =>
        h(
          'li',
          problem === undefined ? {} : { class: 'bad' },
          `${timeOf(at)}, ${tookOf(durationMs)}: ${problem ?? 'Delivered.'}`,
        ),
      ),
    ),
    note(omitted),
    payload !== undefined && jsonBlock('Payload', payload),
  ];
}
