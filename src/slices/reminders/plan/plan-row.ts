import type { PlannedRow } from './plan-reminders.ts'

/** A row that waits for the appointment to be moved (G21), or still for a human (G24). */
export type HeldRow = Omit<PlannedRow, 'state' | 'reasonCode'> & {
  readonly state: 'held'
  readonly reasonCode: 'awaiting_new_time' | 'volume_review'
}

export type PlanRow = (PlannedRow | HeldRow) & {
  /** A human looked at it and let it go. */
  readonly isReleased?: boolean
}
