import { randomUUID } from 'node:crypto'
import type { TestHolder, TestProduct } from './harness.ts'

type Of = { readonly product: Pick<TestProduct, 'operator'>; readonly holder: Pick<TestHolder, 'id' | 'actorId'> }

/** A batch of one appointment that has two minutes left to be undone, as if it had been confirmed. @returns its id */
export async function storeBatch({ product, holder }: Of, appointmentId: string): Promise<string> {
  await endBatches({ product, holder })
  const id = randomUUID()
  await product.operator.query(
    `with added as (
       insert into batch (platform_holder_id, id, action, reason, appointments, messages, created_by, runs_at)
       values ($1, $2, 'cancel', 'ill', 1, 1, $3, tijdig_now() + interval '2 minutes'))
     insert into batch_item (platform_holder_id, batch_id, appointment_id, appointment_version, starts_at, is_source_managed)
     select $1, $2, id, version, starts_at, true from appointment where platform_holder_id = $1 and id = $4`,
    [holder.id, id, holder.actorId, appointmentId],
  )
  return id
}

/** Makes room: only two are at work at once. */
export async function endBatches({ product, holder }: Of): Promise<void> {
  await product.operator.query(
    `update batch set state = 'undone', ended_at = tijdig_now() where platform_holder_id = $1 and state in ('holding', 'running')`,
    [holder.id],
  )
}
