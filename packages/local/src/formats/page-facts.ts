import type { Metadata } from '@trawl/client';
import type { Content } from '../html/content.js';
import type { Document } from '../html/html.js';
import type { Entity } from './entity.js';

/** The input of every format. */
export interface PageFacts {
  readonly url: string;
  /** Links are relative to it. */
  readonly baseUrl: string;
  /** The whole page. */
  readonly page: Document;
  /** The part of the page that the options select. */
  readonly content: Content;
  readonly metadata: Metadata;
  /** Its structured data, parsed on the first call. */
  readonly entities: () => readonly Entity[];
}

/** The value of a format, or a warning that says why there is none. */
export interface FormatResult<Value> {
  readonly value?: Value;
  readonly warning?: string;
}
