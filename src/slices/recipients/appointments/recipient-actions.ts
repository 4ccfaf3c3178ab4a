import {
  actionsOfType,
  type RecipientActionName,
  type RecipientRules,
} from '#/slices/appointment-types/appointment-types.ts'
import { isConfirmed, type Appointment } from '#/slices/appointments/appointments.ts'

type Subject = Pick<
  Appointment,
  'status' | 'startsAt' | 'timezone' | 'confirmedRevision' | 'scheduleRevision' | 'openRequestId'
>

/**
 * What a recipient may do now with an appointment, by its type and its state: while a request waits for review nothing
 * else may be asked or confirmed.
 */
export function allowedActions(
  appointment: Subject,
  rules: RecipientRules | null,
  now: Temporal.Instant,
): RecipientActionName[] {
  if (appointment.status !== 'registered' || appointment.openRequestId !== null) return []
  return actionsOfType(rules, appointment, now).filter((action) => action !== 'confirm' || !isConfirmed(appointment))
}
