import { canParseUrl } from '@trawl/base/can-parse-url';
import { hostOf, isLoopback } from '@trawl/base/loopback';
import { OptionError, type Source } from '@trawl/base/option-error';
import { redactedUrl } from '@trawl/base/redacted-url';
import { namedSettings, type Setting, settingTable } from './setting-table.js';
import type { LocalServerOptions, Settings } from './settings.js';

/** All settings, with defaults for missing options; throws an `OptionError` that names an invalid one. */
export function settingsFrom(options: LocalServerOptions, sourceOf: Source = (name) => name): Settings {
  const { clock: _clock, log: _log, pages: _pages, ...values } = options;
  for (const [name, value] of Object.entries(values)) {
    if (!isSetting(name)) {
      const names = namedSettings.map((setting) => setting.name).join(', ');
      throw new OptionError(`createLocalServer has no option "${name}". It has: ${names}.`);
    }
    if (value !== undefined) refuseInvalid(settingTable[name], value, sourceOf(name));
  }
  const settings = withDefaults(values);
  refuseAdminKeyOfTeam(settings, sourceOf);
  refuseKeyWithoutRiskService(settings, sourceOf);
  refuseIncompleteModel(settings, sourceOf);
  refuseTwoStorages(settings, sourceOf);
  refuseRoleWithoutDatabase(settings, sourceOf);
  return settings;
}

function isSetting(name: string): name is keyof Settings {
  return Object.hasOwn(settingTable, name);
}

function refuseInvalid(setting: Setting, value: unknown, source: string): void {
  const isList = setting.type === 'list';
  if (isList && !Array.isArray(value)) throw new OptionError(`${source} must be a list.`);
  for (const item of isList ? (value as unknown[]) : [value]) {
    const expected = setting.check(item);
    if (expected) throw new OptionError(`${source} must be ${expected}, not ${printedValue(setting, item)}.`);
  }
}

/** Adds the defaults. One that depends on other settings comes after those. */
function withDefaults(values: Partial<Record<keyof Settings, unknown>>): Settings {
  const settings: Record<string, unknown> = {};
  for (const { name, setting } of namedSettings) {
    settings[name] = values[name] ?? (typeof setting.default === 'function' ? undefined : setting.default);
  }
  // The loop has set every setting, and the checks have seen the type of each value.
  const complete = settings as unknown as Settings;
  for (const { name, setting } of namedSettings) {
    if (typeof setting.default === 'function') settings[name] ??= setting.default(complete);
  }
  return complete;
}

function refuseAdminKeyOfTeam({ adminKey, apiKeys }: Settings, sourceOf: Source): void {
  if (adminKey === undefined || !apiKeys.includes(adminKey)) return;
  throw new OptionError(`${sourceOf('adminKey')} must not be one of the API keys: each of those belongs to a team.`);
}

function refuseTwoStorages({ storage, database }: Settings, sourceOf: Source): void {
  if (storage === undefined || database === undefined) return;
  throw new OptionError(`${sourceOf('storage')} and ${sourceOf('database')} name two places: give one of them.`);
}

function refuseRoleWithoutDatabase({ role, database }: Settings, sourceOf: Source): void {
  if (role === 'all' || database !== undefined) return;
  throw new OptionError(
    `${sourceOf('role')} needs the database that the processes share: give it by ${sourceOf('database')}.`,
  );
}

function refuseKeyWithoutRiskService({ riskServiceKey, riskServiceUrl }: Settings, sourceOf: Source): void {
  if (riskServiceKey === undefined || riskServiceUrl !== undefined) return;
  throw new OptionError(
    `${sourceOf('riskServiceKey')} needs the address of the service that it is for: give it by ${sourceOf('riskServiceUrl')}.`,
  );
}

function refuseIncompleteModel(settings: Settings, sourceOf: Source): void {
  const { modelUrl, modelName, offline } = settings;
  if (modelUrl === undefined) {
    const detail = (['modelName', 'modelKey', 'modelTokens'] as const).find((name) => settings[name] !== undefined);
    if (detail === undefined) return;
    throw new OptionError(`${sourceOf(detail)} needs the address of a model: give it by ${sourceOf('modelUrl')}.`);
  }
  if (modelName === undefined) {
    throw new OptionError(`${sourceOf('modelUrl')} needs the name of a model: give it by ${sourceOf('modelName')}.`);
  }
  if (offline && !isLoopback(hostOf(modelUrl))) {
    throw new OptionError(`${sourceOf('modelUrl')} must be an address of this machine when the server is offline.`);
  }
}

/** Secrets are not printed, because terminal output ends up in logs. */
function printedValue({ isSecret, isUrl }: Setting, value: unknown): string {
  if (isSecret) return 'what was given';
  const text = isUrl && typeof value === 'string' && canParseUrl(value) ? redactedUrl(value) : value;
  return JSON.stringify(text) ?? String(text);
}
