import type { Appointment } from '#/slices/appointments/appointments.ts'
import { isConfirmed } from '#/slices/appointments/appointments.ts'

/** What a recipient may do with an appointment. */
export const recipientActions = ['confirm', 'cancel_request', 'reschedule_request'] as const
export type RecipientAction = (typeof recipientActions)[number]

/** What the appointment's type allows; null without a type, and then everything is allowed until the start. */
export type TypeActions = {
  readonly confirm: boolean
  readonly cancelRequest: boolean
  readonly rescheduleRequest: boolean
  /** ISO 8601 duration before the start, nominal days by the appointment's clock; null until the start. */
  readonly deadline: string | null
} | null

type Subject = Pick<
  Appointment,
  'status' | 'startsAt' | 'timezone' | 'confirmation' | 'scheduleRevision' | 'openRequest'
>

/** After this instant the recipient can do nothing more; null when only the start bounds it. */
export function actionDeadline({ startsAt, timezone }: Subject, type: TypeActions): Temporal.Instant | null {
  if (!type?.deadline) return null
  return startsAt.toZonedDateTimeISO(timezone).subtract(type.deadline).toInstant()
}

/** While a request is being looked at nothing else may be asked, and what is asked to change is not confirmed. */
export function allowedActions(appointment: Subject, type: TypeActions, now: Temporal.Instant): RecipientAction[] {
  const until = actionDeadline(appointment, type) ?? appointment.startsAt
  const isOpen = appointment.status === 'registered' && Temporal.Instant.compare(now, until) < 0
  if (!isOpen || appointment.openRequest !== null) return []
  const isAllowed: Record<RecipientAction, boolean> = {
    confirm: (type?.confirm ?? true) && !isConfirmed(appointment),
    cancel_request: type?.cancelRequest ?? true,
    reschedule_request: type?.rescheduleRequest ?? true,
  }
  return recipientActions.filter((action) => isAllowed[action])
}
