import { inTransaction } from '#/kernel/db.ts'
import { elapsedMs, now, type Moment } from '#/kernel/elapsed.ts'
import { decide, type Decision } from './dispatch-decision.ts'
import { selectDispatchHolder, selectRecordedRows, type DispatchHolder, type DispatchRow } from './dispatch-store.ts'
import type { Dispatching } from './dispatch.ts'
import type { Parcel } from './hand-over.ts'

/** A message that was recorded as handed over and whose provider was not called. */
export type NotCalled = {
  readonly outcome: 'not_called'
  /** What ended rows of it meanwhile, by id; the others are planned again at once. */
  readonly ends: ReadonlyMap<string, Decision>
}

/** What was read for a message is believed for so long. */
const freshForMs = 1_000

/**
 * Many messages are recorded at once and handed over some at a time, so that one may wait for its turn behind slow calls.
 * Whoever waited is looked at again, all that wait in one look: what was cancelled, moved or opted out of meanwhile must not
 * leave (G2, G4, G9), nor what is too late by now (G5).
 *
 * @returns tells of each message, just before its call, whether it must not go
 */
export function createSecondLook(
  dispatching: Dispatching,
  platformHolderId: string,
  parcels: readonly Parcel[],
): (parcel: Parcel) => Promise<NotCalled | null> {
  const waiting = new Set(parcels)
  let lookedAt: Moment | null = null
  let withdrawn: ReadonlyMap<Parcel, NotCalled> = new Map()
  let looking: Promise<void> | null = null
  const look = async () => {
    const beganAt = now()
    try {
      withdrawn = await findWithdrawn(dispatching, platformHolderId, [...waiting])
    } catch (error) {
      dispatching.log.warn({ err: error, platformHolderId }, 'what waited for its turn could not be looked at again')
      withdrawn = new Map([...waiting].map((parcel) => [parcel, nothingKnown]))
    }
    lookedAt = beganAt
    looking = null
  }
  return async (parcel) => {
    if (elapsedMs(lookedAt ?? parcel.readAt) > freshForMs) {
      looking ??= look()
      await looking
    }
    waiting.delete(parcel)
    return withdrawn.get(parcel) ?? null
  }
}

/** Nothing has left: planned again at once. */
export const nothingKnown: NotCalled = { outcome: 'not_called', ends: new Map() }

async function findWithdrawn(
  dispatching: Dispatching,
  platformHolderId: string,
  parcels: readonly Parcel[],
): Promise<Map<Parcel, NotCalled>> {
  const ids = parcels.flatMap((parcel) => parcel.rows.map((row) => row.id))
  const [[holder], rows] = await dispatching.inTurn(() =>
    inTransaction(dispatching.pool, { holder: platformHolderId }, (tx) =>
      Promise.all([
        tx.rows(selectDispatchHolder, [platformHolderId]),
        tx.rows(selectRecordedRows, [platformHolderId, ids]),
      ]),
    ),
  )
  const present = new Map(rows.map((row) => [row.id, row]))
  const withdrawn = new Map<Parcel, NotCalled>()
  for (const parcel of parcels) {
    const answer = holder ? judge(parcel, present, holder) : nothingKnown
    if (answer) withdrawn.set(parcel, answer)
  }
  return withdrawn
}

function judge(parcel: Parcel, present: ReadonlyMap<string, DispatchRow>, holder: DispatchHolder): NotCalled | null {
  const ends = new Map<string, Decision>()
  let holds = true
  for (const { id, claim_no: claimNo } of parcel.rows) {
    const row = present.get(id)
    // The breaker has counted it already.
    const verdict = row?.claim_no === claimNo ? decide({ ...row, is_released: true }, holder) : null
    if (verdict?.goes && verdict.channel === parcel.channel && verdict.address === parcel.address) continue
    holds = false
    if (verdict?.goes === false && verdict.decision.state !== 'planned') ends.set(id, verdict.decision)
  }
  return holds ? null : { outcome: 'not_called', ends }
}
