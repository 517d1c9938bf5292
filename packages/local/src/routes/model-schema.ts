import { dataSchema } from '../agent/data-schema.js';
import { Refusal } from '../contract/refusal.js';
import type { ModelAccess } from '../model/open-model.js';

/** Refuses a schema that nothing can be validated against, before a job is started for it. */
export async function refuseUnusableSchema(
  { check }: Pick<ModelAccess, 'check'>,
  schema: Readonly<Record<string, unknown>>,
  team: string,
  signal: AbortSignal,
): Promise<void> {
  const { unusable } = await check({ schema: dataSchema(schema), value: null }, { team, job: 'requests' }, signal);
  if (unusable !== undefined) {
    throw new Refusal('invalid', `\`schema\` is refused: ${unusable}.`, { foreign: unusable });
  }
}
