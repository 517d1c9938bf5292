import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { sharedOf } from '../../src/store/shared-stores.js';
import { openSharedStores } from './stores.js';

/** Opens the stores of a node that has entered the service and does nothing; `die` removes it, as others do with a dead one. */
export async function enterNode(url: string) {
  const { stores, connections, close } = await openSharedStores(url);
  onTestFinished(close);
  const node = {
    id: randomUUID(),
    process: randomUUID(),
    name: 'a node',
    version: '0',
    secret: '',
  };
  await sharedOf(stores).nodes.enter({ ...node, role: 'api' }, { address: undefined, sessions: 0, sessionRoom: 0 }, '');
  const die = () => stores.transaction((within) => sharedOf(within).nodes.remove(node.id));
  return { stores, connections, id: node.id, process: node.process, die };
}
