import type { ReminderStep } from '#/slices/reminders/words/policy.ts'

/** What an appointment type says about reminders. */
export type TypePlan = {
  readonly id: string
  /** Rises when the other fields change. */
  readonly planVersion: number
  /** Replace the policy's steps; null when those apply. */
  readonly steps: readonly ReminderStep[] | null
  /** Whether a confirmation stops plain reminders too (G20). */
  readonly skipIfConfirmed: boolean
}

/** The columns of `joinType`; all null for an appointment without a type. */
export type TypeRow = {
  readonly typeId: string | null
  readonly typePlanVersion: number | null
  readonly typePlan: { readonly steps: readonly ReminderStep[] } | null
  readonly typeSkipIfConfirmed: boolean | null
}

export const typeColumns = `t.id as type_id, t.plan_version as type_plan_version, t.reminder_plan as type_plan, t.skip_if_confirmed as type_skip_if_confirmed`

export function toTypePlan(row: TypeRow): TypePlan | null {
  if (row.typeId === null) return null
  return {
    id: row.typeId,
    planVersion: row.typePlanVersion ?? 1,
    steps: row.typePlan?.steps ?? null,
    skipIfConfirmed: row.typeSkipIfConfirmed ?? false,
  }
}

/** The part of a plan's stamp that tells the version of its type; empty without a type. */
export const typeStampSql = `coalesce(' ' || t.plan_version, '')`
