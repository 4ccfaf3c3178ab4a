import { AppError } from '#/kernel/errors.ts'
import { checkSchedule, IntakeBody } from '#/slices/appointments/appointment-input.ts'
import { faultsOf } from '#/surfaces/rest/api-error.ts'
import { ajv } from '#/kernel/execution/validation.ts'
import type { RowFault } from './import-row.ts'

/** What the intake would refuse in a body, by its own schema and rules; for dry runs, which do not call it. */
export function intakeFaults(body: IntakeBody, now: Temporal.Instant): readonly RowFault[] {
  const { details } = refusalOf(body, now) ?? { details: [] }
  return details.map(({ path, message }) => ({ field: path, reason: message }))
}

const isIntake = ajv.compile(IntakeBody)

function refusalOf(body: IntakeBody, now: Temporal.Instant): AppError | null {
  if (!isIntake(body)) return faultsOf((isIntake.errors ?? []) as Parameters<typeof faultsOf>[0], 'body')
  try {
    checkSchedule(now, body)
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
