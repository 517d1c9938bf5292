import { expect, test } from 'vitest';
import { site } from '../crawl/site.js';
import { type ChatRequest, type ModelReply, startModel } from '../model-server.js';
import { crashAfterEachWrite } from './crashes.js';
import { receiver } from './receiver.js';
import { type Service, TEAM } from './service.js';

/** The one job there is; undefined when it was never stored. */
async function theJob({ database, call }: Service) {
  const id = database.get<{ id: string }>("select id from jobs where kind <> 'webhook'")?.id;
  return id === undefined ? undefined : (await call(`GET /v2/agent/${id}`)).body;
}

test('an agent goes on after its last finished step, and charges for each step once', async () => {
  const { url, visits } = await site({ '/a': 'The ferry leaves at 9:15.', '/b': 'A ticket costs 12 euros.' });
  const hook = await receiver();
  const tool = (name: string, input: object): ModelReply => ({ toolCalls: [{ name, arguments: input }] });
  const steps = [
    tool('read', { url: `${url}/a` }),
    tool('read', { url: `${url}/b` }),
    tool('answer', { data: { price: 12 }, sources: [{ field: 'price', urls: [`${url}/b`] }] }),
  ];
  /** Knows from the conversation alone how far it is. */
  const next = ({ messages }: ChatRequest) => steps[messages.filter(({ role }) => role === 'assistant').length] ?? '';
  const model = await startModel(next);
  const start = ({ call }: Service) => call('POST /v2/agent', { prompt: `Read ${url}`, webhook: hook.url });
  await crashAfterEachWrite({
    options: { modelUrl: model.url, modelName: 'small' },
    async story(service) {
      expect(await start(service)).toMatchObject({ status: 200 });
      await service.settled();
    },
    seen: () => hook.events.length,
    async check({ service, seen }) {
      // Read before anything is awaited, because the service has begun to go on.
      const [read, asked, after] = [visits.length, model.requests.length, hook.events.length];
      const had = service.database.get<{ status: string; completed: number }>(
        "select status, completed from jobs where kind <> 'webhook'",
      );
      if (!had) await start(service);
      await service.settled();
      const job = await theJob(service);
      expect(job).toMatchObject({ status: 'completed', data: { price: 12 }, sources: { price: [`${url}/b`] } });
      expect(job).toMatchObject({ creditsUsed: 2, steps: 2 });
      const finished = had?.completed ?? 0;
      const isOver = had?.status === 'completed';
      expect(model.requests.length - asked).toBe(isOver ? 0 : 3 - finished);
      expect(visits.slice(read)).not.toContain(finished > 0 ? '/a' : 'none');
      const charges = service.database.all('select endpoint, credits from ledger where team = ?', TEAM);
      expect(charges).toEqual([{ endpoint: 'agent', credits: 2 }]);
      const known = [...hook.events.slice(0, seen.most), ...hook.events.slice(after)];
      const types = new Map(known.map(({ webhookId, type }) => [webhookId, type]));
      expect([...types.values()]).toEqual(['agent.started', 'agent.action', 'agent.action', 'agent.completed']);
      const kept = service.database.get("select progress from jobs where kind <> 'webhook'");
      expect(kept).toEqual({ progress: null });
    },
  });
});
