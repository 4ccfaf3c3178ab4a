import {
  actionsOfType,
  type RecipientActionName,
  type RecipientRules,
} from '#/slices/appointment-types/appointment-types.ts'
import { isConfirmed, type Appointment } from '#/slices/appointments/appointments.ts'

type Subject = Pick<
  Appointment,
  'status' | 'startsAt' | 'timezone' | 'confirmedRevision' | 'scheduleRevision' | 'openRequestId' | 'awaitsNewTime'
>

/**
 * What a recipient may do now with an appointment, by its type and its state: while a request waits for review nothing
 * else may be asked or confirmed, and a time that does not hold any more cannot be confirmed.
 */
export function allowedActions(
  appointment: Subject,
  rules: RecipientRules | null,
  now: Temporal.Instant,
): RecipientActionName[] {
  if (appointment.status !== 'registered' || appointment.openRequestId !== null) return []
  const mayConfirm = !isConfirmed(appointment) && !appointment.awaitsNewTime
  return actionsOfType(rules, appointment, now).filter((action) => action !== 'confirm' || mayConfirm)
}
