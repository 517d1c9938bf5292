import { defaultBrowserMemory } from './browser/memory-limits.js';
import { canParseUrl } from './can-parse-url.js';
import { hostOf, isLoopback } from './loopback.js';
import { OptionError, type Source } from './option-error.js';
import { optionSpecs } from './option-specs.js';
import { redactedUrl } from './redacted-url.js';
import type { LocalServerOptions, Settings } from './settings.js';

const DEFAULTS: Omit<Settings, 'allowCode'> = {
  port: 0,
  host: '127.0.0.1',
  allowedHosts: [],
  storage: undefined,
  apiKeys: [],
  adminKey: undefined,
  keylessCalls: 100,
  credits: undefined,
  webhookSecret: undefined,
  allowPrivateNetworks: false,
  offline: false,
  recordings: undefined,
  seed: undefined,
  browser: undefined,
  loadPictures: false,
  pageMemory: 1_024,
  browserMemory: defaultBrowserMemory(),
  maxSessions: 4,
  searchUrl: undefined,
  modelUrl: undefined,
  modelName: undefined,
  modelKey: undefined,
  modelTokens: undefined,
  check: false,
  quiet: false,
  logFormat: 'text',
};

/** All settings, with defaults for missing options; throws an `OptionError` that names an invalid one. */
export function settingsFrom(given: LocalServerOptions, named: Source = (name) => name): Settings {
  const { clock: _clock, log: _log, ...options } = given;
  const settings: Record<string, unknown> = { ...DEFAULTS };
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(optionSpecs, name)) {
      throw new OptionError(
        `createLocalServer has no option "${name}". It has: ${Object.keys(optionSpecs).join(', ')}.`,
      );
    }
    if (value === undefined) continue;
    const { check, many } = optionSpecs[name as keyof Settings];
    if (many && !Array.isArray(value)) throw new OptionError(`${named(name)} must be a list.`);
    for (const item of many ? (value as unknown[]) : [value]) {
      const expected = check(item);
      if (expected) throw new OptionError(`${named(name)} must be ${expected}, not ${printValue(name, item)}.`);
    }
    settings[name] = value;
  }
  settings.allowCode ??= isOnlyForThisMachine(settings as unknown as Settings);
  const whole = settings as unknown as Settings;
  if (whole.adminKey !== undefined && whole.apiKeys.includes(whole.adminKey)) {
    throw new OptionError(`${named('adminKey')} must not be one of the API keys: each of those belongs to a team.`);
  }
  refuseHalfModel(whole, named);
  return whole;
}

function refuseHalfModel(settings: Settings, named: Source): void {
  const { modelUrl, modelName, offline } = settings;
  if (modelUrl === undefined) {
    const alone = (['modelName', 'modelKey', 'modelTokens'] as const).find((name) => settings[name] !== undefined);
    if (alone === undefined) return;
    throw new OptionError(`${named(alone)} needs the address of a model: give it by ${named('modelUrl')}.`);
  }
  if (modelName === undefined) {
    throw new OptionError(`${named('modelUrl')} needs the name of a model: give it by ${named('modelName')}.`);
  }
  if (offline && !isLoopback(hostOf(modelUrl))) {
    throw new OptionError(`${named('modelUrl')} must be an address of this machine when the server is offline.`);
  }
}

function isOnlyForThisMachine({ host, apiKeys, allowedHosts }: Settings): boolean {
  return isLoopback(host) && apiKeys.length === 0 && allowedHosts.length === 0;
}

/** Secrets are not printed, because terminal output ends up in logs. */
function printValue(name: string, value: unknown): string {
  if (optionSpecs[name as keyof Settings].isSecret) return 'what was given';
  const text =
    (name === 'searchUrl' || name === 'modelUrl' || name === 'browser') &&
    typeof value === 'string' &&
    canParseUrl(value)
      ? redactedUrl(value)
      : value;
  return JSON.stringify(text) ?? String(text);
}
