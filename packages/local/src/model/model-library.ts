import { OptionError } from '@trawl/base/option-error';
import type OpenAI from 'openai';

/** Loads the library of the chat-completions protocol, which is installed only where there is a model. */
export async function loadModelLibrary(): Promise<typeof OpenAI> {
  try {
    return (await import('openai')).default;
  } catch (cause) {
    const sentence = 'A language model needs the package `openai`, which is not installed: npm install openai@6';
    throw new OptionError(sentence, { cause });
  }
}
