import { randomUUID } from 'node:crypto';
import { exactly, MAP_CREDITS } from '../accounts/credits.js';
import { withScheme } from '../contract/page-url.js';
import type { MapSite } from '../map/map.js';
import type { LedgerStore } from '../store/ledger-store.js';
import type { Routes } from './route.js';

export function mapRoutes({ map, ledger }: { map: MapSite; ledger: LedgerStore }): Pick<Routes, 'mapSite'> {
  return {
    async mapSite({ team, payer, reserve, body, signal }) {
      const url = withScheme(body.url);
      await reserve(exactly(MAP_CREDITS));
      const result = await map({ ...body, url }, team, signal);
      const id = randomUUID();
      await ledger.charge({ ...payer, endpoint: 'map', credits: MAP_CREDITS, jobId: id, target: url });
      return { success: true, id, ...result };
    },
  };
}
