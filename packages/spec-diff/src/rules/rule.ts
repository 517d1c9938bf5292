import type { Part } from '../comparison/comparison.js';
import type { Difference } from '../difference.js';
import type { CompleteSettings } from '../settings.js';
import type { Text } from '../text.js';
import type { Use } from '../uses.js';

/**
 * breaking: a program that works today stops working. warning: some programs may. additive: there is more, and nothing
 * less. neutral: something other than words changed, and no program notices. docs: only words changed. equivalent: it is
 * written in another way, and means the same.
 */
export type Level = 'breaking' | 'warning' | 'additive' | 'neutral' | 'docs' | 'equivalent';

/** The levels, the worst first. */
export const LEVELS: readonly Level[] = ['breaking', 'warning', 'additive', 'neutral', 'docs', 'equivalent'];

export interface Finding {
  level: Level;
  /** One sentence: what is different now. */
  text: Text;
  /** Whom it concerns, if not all who use the place. For the others it breaks nothing. */
  uses?: Use[];
  /** What it does on the wire, if that is less than in the types: a name does not travel there. */
  levelOnWire?: Level;
}

/** The differences that a rule judges. What is left out is not asked for. */
export interface About {
  parts: readonly Part[];
  kinds?: readonly Difference['kind'][];
  /** The keywords that were modified. */
  keywords?: readonly string[];
  /** Whether it judges only extensions (`x-…`) that were modified. */
  areExtensions?: true;
  /** The keywords that hold the part that was added, removed or renamed. */
  parentKeywords?: readonly string[];
}

/** The smallest pair that a rule has something to say about. */
export interface Example {
  /** What is shown: the schema of a request or of a response, the operation, the component schemas or the document. */
  of: 'request' | 'response' | 'operation' | 'schemas' | 'document';
  /** The id of the change. */
  id: string;
  /** Both sides as YAML. */
  before: string;
  after: string;
}

/** What one kind of difference does to those who use it. */
export interface Rule {
  /** The name by which all reports call it: that of its file. */
  name: string;
  about: About;
  /** The rules that judge the same difference first. This rule judges it only if they find nothing. */
  yieldsTo?: readonly Rule[];
  /** The ids of what it finds that may break somebody, as patterns: `{request-,response-}parameter-removed`. */
  ids: readonly string[];
  /** What an id says otherwise than the facts do by themselves. */
  idParts?: {
    /** What stands before the part. */
    prefix?: string;
    /** What stands in the place of the keyword. */
    keyword?: string;
    /** What stands in the place of the keyword and of what became of it. */
    happened?: string;
  };
  /** What to do instead of what breaks; empty where it never breaks. */
  advice: string;
  docs: {
    /** What it finds, in a sentence. */
    finds: string;
    example: Example;
  };
  /** Judges a difference; undefined if the rule finds nothing in it. */
  judge(difference: Difference, settings: CompleteSettings): Finding | undefined;
}

/** A finding that is breaking for these uses, or additive if there are none. */
export function breaksFor(uses: Use[], text: Text): Finding {
  return uses.length > 0 ? { level: 'breaking', text, uses } : { level: 'additive', text };
}
