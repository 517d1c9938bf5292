import { Hono } from 'hono';
import type { Actions } from '../operator/actions.js';
import { positive } from './inspection-routes.js';
import { json } from './reply.js';

/** The routes that change what belongs to a team. `actions` is called for each request: a reset replaces it. */
export function actionRoutes(actions: () => Actions): Hono {
  const hono = new Hono();
  hono.delete('/jobs/:id', ({ req }) => {
    actions().cancelJob(req.param('id'));
    return json({ success: true });
  });
  hono.post('/monitors/:id/run', ({ req }) => json({ success: true, id: actions().runMonitor(req.param('id')) }));
  hono.post('/deliveries/:number/resend', ({ req }) => {
    actions().resendDelivery(positive(req.param('number'), 'The number of a delivery'));
    return json({ success: true });
  });
  return hono;
}
