import type { Metadata } from '@trawl/client';
import type { Content } from '../html/content.js';
import type { Document } from '../html/html.js';
import type { Entity } from './entity.js';

/** What formats are made of. */
export interface PageFacts {
  readonly url: string;
  /** Links are relative to it. */
  readonly baseUrl: string;
  /** The whole page. */
  readonly page: Document;
  /** The part of it that the options ask for. */
  readonly content: Content;
  readonly metadata: Metadata;
  /** Its structured data; read when somebody asks. */
  readonly entities: () => readonly Entity[];
}

/** What became of a format: its value, or why there is none. */
export interface FormatResult<Value> {
  readonly value?: Value;
  readonly warning?: string;
}
