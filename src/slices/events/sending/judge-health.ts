import type { HolderTx } from '#/kernel/postgres/db.ts'
import { endpointDisabled, endpointFailing } from '#/slices/events/endpoints/endpoint-events.ts'
import { disableEndpoint, noteFailingTold, type Claim, type Health, type Settled } from './lane-store.ts'

const tellAfterHours = 24
const disableAfterHours = 5 * 24

/** Tells of an endpoint that has failed for a day, and ends one that is gone or has failed for five, with the commit. */
export function judgeHealth(tx: HolderTx, claim: Claim, health: Health, tries: readonly Settled[]): void {
  const { failingSince, failingToldAt, version, now } = health
  const failingHours = failingSince === null ? 0 : now.since(failingSince).total('hours')
  const reason = tries.some(({ status }) => status === 410)
    ? 'gone'
    : failingHours >= disableAfterHours
      ? 'failing'
      : null
  if (reason !== null) {
    disableEndpoint(tx, claim, reason)
    endpointDisabled.emit(tx, {
      subjectId: claim.id,
      subjectVersion: version + 1,
      data: { status: 'disabled', reason },
    })
  } else if (failingHours >= tellAfterHours && failingToldAt === null) {
    noteFailingTold(tx, claim)
    const last = tries.at(-1)?.errorCode ?? 'http_status'
    endpointFailing.emit(tx, {
      subjectId: claim.id,
      subjectVersion: version,
      data: { status: 'enabled', reason: last },
    })
  }
}
