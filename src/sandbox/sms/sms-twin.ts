import type { FastifyInstance } from 'fastify'

import type { StoredReply } from '#/sandbox/inbox/inbox.ts'
import type { TwinWorld } from '#/sandbox/twin-world.ts'
import type { Delivery } from './courier.ts'

/** The twin of an SMS vendor, as the sandbox runs it. */
export type SmsTwin = {
  /** The vendor as the product names it; its API is served under `/<name>`. */
  readonly name: string
  serve(app: FastifyInstance, world: TwinWorld): Promise<void>
  /**
   * A message from a phone as the vendor posts it; null where no webhook is set up.
   *
   * @param answered reference of the message that is replied to; empty: none
   */
  readonly inbound:
    | ((reply: PhoneReply, answered: string) => { readonly id: string; readonly delivery: Delivery })
    | null
}

export type PhoneReply = Pick<StoredReply, 'from' | 'to' | 'text'>
