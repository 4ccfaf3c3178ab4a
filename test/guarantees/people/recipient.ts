import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestHolder, TestRecipient } from '../../harness.ts'
import type { World } from '../world.ts'

/** A recipient of the platform, linked to the person of this appointment. */
export async function recipientOf(world: World, holder: TestHolder, appointmentId: string): Promise<TestRecipient> {
  const [row] = await world.sql<{ holderRecipientId: string }>(
    'select holder_recipient_id from appointment where id = $1',
    [appointmentId],
  )
  const holderRecipientId = row?.holderRecipientId ?? ''
  return world.createRecipient({ links: [{ platformHolderId: holder.id, holderRecipientId }] })
}

/** Asks to cancel or to move an appointment in its present version. @returns the request */
export async function ask(
  world: World,
  recipient: TestRecipient,
  holder: TestHolder,
  appointmentId: string,
  type: 'cancellation' | 'reschedule',
) {
  const { body } = await holder.call('GET', `/appointments/${appointmentId}`)
  const startsAt = (await world.clock.now()).add({ hours: 200 })
  const answer = await recipient.call('POST', `/appointments/${appointmentId}/${type}-requests`, {
    clientRequestId: randomUUID(),
    expectedVersion: body.data.version,
    ...(type === 'reschedule'
      ? { preferredWindows: [{ startsAt: startsAt.toString(), endsAt: startsAt.add({ hours: 8 }).toString() }] }
      : {}),
  })
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  return answer.body.data
}

/** Decides a request as the holder's staff. @returns the request after it */
export async function review(
  holder: TestHolder,
  request: { readonly id: string },
  decision: 'approved' | 'declined',
  more: object = {},
) {
  const answer = await holder.call('POST', `/recipient-requests/${request.id}/review`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    decision,
    ...more,
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}
