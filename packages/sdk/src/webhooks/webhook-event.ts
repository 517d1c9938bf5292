import type { WebhookMetadata, webhooks } from '@trawl/client';

/** The deliveries that the contract knows. */
type KnownEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];

declare const unknownType: unique symbol;

/** A delivery of a type that this version of the SDK does not know. */
export interface OtherEvent {
  // Plain `string` would include the known types, so the compiler could not tell them apart.
  readonly type: `${string & { readonly [unknownType]: never }}`;
  readonly success?: boolean;
  /** Id of the job or check. */
  readonly id?: string;
  /** Id of the delivery: the same one may come twice. */
  readonly webhookId?: string;
  readonly data?: unknown;
  readonly error?: string;
  readonly metadata?: WebhookMetadata;
}

/** An event of a webhook. Its `type` tells which one it is. */
export type WebhookEvent = KnownEvent | OtherEvent;
