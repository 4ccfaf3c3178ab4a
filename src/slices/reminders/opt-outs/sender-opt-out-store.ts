import { statement, type Tx } from '#/kernel/postgres/db.ts'

type AtSender = {
  /** The number that was reached. */
  readonly reached: string
  readonly contactKey: Buffer
  readonly isStop: boolean
  readonly inboundId: string
  readonly requestId: string
}

/**
 * STOP or START from a number that nobody wrote to counts for every holder that sends from the number it reached. Needs no
 * tenant; each holder has its audit row. What staff or an erasure set stands.
 */
export function optOutByNumber(tx: Tx, { reached, contactKey, isStop, inboundId, requestId }: AtSender): void {
  tx.send(optOut, [reached, contactKey, isStop, inboundId, requestId])
}

const optOut = statement('opt_out_by_number', 'select opt_out_by_number($1, $2, $3, $4, $5)')

/** Who sends from a number. */
export type Sender = {
  readonly holders: number
  /** Of the only holder that does; null when there are several or none. */
  readonly displayName: string | null
  readonly defaultLocale: string | null
  /** Whether an opt-out of the contact from them, or from all holders, was lifted since. */
  readonly isLifted: boolean
}

/** Needs no tenant. */
export async function describeSender(
  tx: Tx,
  number: string,
  contact: { readonly key: Buffer; readonly since: Temporal.Instant },
): Promise<Sender> {
  const [sender] = await tx.rows(selectSender, [number, contact.key, contact.since])
  if (!sender) throw new Error('Who sends from a number is not known')
  return sender
}

const selectSender = statement<Sender>(
  'describe_sender',
  `select holders, display_name, default_locale, is_lifted from describe_sender($1, $2, $3)`,
)
