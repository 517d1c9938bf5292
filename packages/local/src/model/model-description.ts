import { redactedUrl } from '@trawl/base/redacted-url';
import type { Settings } from '../settings/settings.js';

/** The model of the settings in words, for the operator of the server. */
export function describeModel({ modelUrl, modelName }: Pick<Settings, 'modelUrl' | 'modelName'>): string {
  return modelUrl === undefined ? 'none (--model-url URL)' : `${modelName} at ${redactedUrl(modelUrl)}`;
}
