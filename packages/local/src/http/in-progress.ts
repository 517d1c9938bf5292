import { OpenSockets } from '@trawl/base/open-sockets';
import { isOpen } from '../accounts/teams.js';
import { createBodyMemory, MAX_BYTES_OF_TEAM } from '../request-body/body-memory.js';
import type { Settings } from '../settings/settings.js';
import type { Gauge } from '../telemetry/metrics.js';
import { CallsInProgress } from './calls-in-progress.js';
import type { Senders } from './senders.js';

/** Counts and bounds what is in progress: calls, the bodies that are read, and connections. */
export function openInProgress(settings: Settings, senders: Senders) {
  const calls = new CallsInProgress();
  const bodies = createBodyMemory(isOpen(settings) ? {} : { maxBytesOfGroup: MAX_BYTES_OF_TEAM });
  const sockets = new OpenSockets({ ownerOf: (incoming) => senders.ownerOfMessage(incoming) });
  return {
    calls,
    bodies,
    sockets,
    gauges: (): Gauge[] => [
      {
        name: 'http_server_active_requests',
        help: 'Calls of the API that wait for their response.',
        value: calls.count,
      },
      heldBytes('bodies', bodies.bytes()),
      heldBytes('connections', sockets.bytes()),
    ],
  };
}

function heldBytes(by: string, value: number): Gauge {
  return {
    name: 'trawl_held_bytes',
    help: 'Bytes of bodies that are read, and of connections whose clients have not taken or not sent them whole.',
    labels: { by },
    value,
  };
}
