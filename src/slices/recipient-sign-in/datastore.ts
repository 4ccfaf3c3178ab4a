import type pg from 'pg'
import { audit, type AuditEvent } from '#/kernel/audit.ts'
import { inTransaction, runOnce, type Tx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import { enqueueCode, noteProvedNumber, selectLinkedRecipient, selectNow, type LinkedRecipient } from './main-store.ts'
import { claimBinding, everything, selectBinding } from '#/slices/recipient-sign-in/sessions/session-store.ts'

/** Where the sign-in of recipients is kept, and its narrow door to the main database. Both pools act as tijdig_login. */
export type Datastore = {
  readonly pool: pg.Pool
  readonly main: pg.Pool
  /** Of this process; the datastore must be bound to the same. */
  readonly environment: string
}

/**
 * Binds a datastore that is not bound yet to this environment; every use checks that it is bound to ours.
 *
 * @returns the environment it belongs to
 */
export async function bindDatastore({ pool, environment }: Omit<Datastore, 'main'>): Promise<string | undefined> {
  await runOnce(pool, claimBinding, [environment])
  const [binding] = await runOnce(pool, selectBinding)
  return binding?.environment
}

/**
 * Runs one transaction on the datastore.
 *
 * @throws AppError RECIPIENT_SESSION_CONFIGURATION_INVALID when it belongs to another environment
 */
export async function inDatastore<T>(
  { pool, environment }: Omit<Datastore, 'main'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const [binding] = await tx.rows(selectBinding)
    if (binding?.environment !== environment) throw new AppError('RECIPIENT_SESSION_CONFIGURATION_INVALID')
    return work(tx)
  })
}

/** Leaves a trace in the main database, where all audit rows are, and hands a challenge's message to the worker. */
export async function noteInMain(
  { main }: Pick<Datastore, 'main'>,
  event: Omit<AuditEvent, 'platformHolderId'>,
  challengeId: string | null = null,
): Promise<void> {
  await inTransaction(main, { holder: null }, async (tx) => {
    if (challengeId !== null) await tx.rows(enqueueCode, [challengeId])
    audit(tx, { ...event, platformHolderId: null })
  })
}

/** Leaves the trace of a sign-in, and notes which number it proved. */
export async function noteSignIn(
  { main }: Pick<Datastore, 'main'>,
  event: Omit<AuditEvent, 'platformHolderId'>,
  { profileId, numberKey }: { readonly profileId: string; readonly numberKey: Buffer },
): Promise<void> {
  await inTransaction(main, { holder: null }, async (tx) => {
    tx.send(noteProvedNumber, [profileId, numberKey])
    audit(tx, { ...event, platformHolderId: null })
  })
}

/** The product's clock, which the datastore does not have. */
export async function readNow({ main }: Datastore): Promise<Temporal.Instant> {
  const [row] = await runOnce(main, selectNow)
  if (!row) throw new Error('The test clock row is missing: run `tijdig migrate`')
  return row.now
}

/** The recipient an operator linked this profile to, read anew for every request. @param main acts as tijdig_api or tijdig_login */
export async function findLinkedRecipient(main: pg.Pool, profileId: string): Promise<LinkedRecipient> {
  const [row] = await runOnce(main, selectLinkedRecipient, [profileId])
  if (!row) throw new Error('The look-up of a link answered nothing')
  return row
}

/** Erases all of it, for a demo that starts over. */
export async function eraseEverySignIn(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, { holder: null }, async (tx) => {
    for (const erase of everything) await tx.rows(erase)
  })
}
