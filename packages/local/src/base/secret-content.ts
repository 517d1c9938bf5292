import { OptionError } from '@trawl/base/option-error';
import { readSecretFile, SecretFileError } from '@trawl/base/secret-file';

/**
 * The content of a file of a key.
 *
 * @throws OptionError when it cannot be read, or others can read it.
 */
export function contentOfSecretFile(file: string, source: string): string {
  try {
    return readSecretFile(file, source);
  } catch (error) {
    throw error instanceof SecretFileError ? new OptionError(error.message) : error;
  }
}
