import { randomUUID } from 'node:crypto';
import type { MapSite } from '../map/map.js';
import type { Ledger } from '../team/ledger.js';
import type { Routes } from './route.js';

/** A map costs the same for any number of links. */
const CREDITS = 1;

export function mapRoutes({ map, ledger }: { map: MapSite; ledger: Ledger }): Pick<Routes, 'mapSite'> {
  return {
    async mapSite({ team, body, signal }) {
      const found = await map(body, team, signal);
      const id = randomUUID();
      ledger.charge({ team, endpoint: 'map', credits: CREDITS, jobId: id, target: body.url });
      return { success: true, id, ...found };
    },
  };
}
