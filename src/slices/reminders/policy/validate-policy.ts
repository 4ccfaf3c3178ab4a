import { isPhoneE164 } from '#/kernel/text/phone-number.ts'
import { offsetKey, parseOffset } from '#/slices/reminders/plan/offset.ts'
import type { QuietHours, ReminderPolicy, ReminderStep, SmsSender } from '#/slices/reminders/words/policy.ts'
import { minuteOfDay } from '#/slices/reminders/plan/quiet-hours.ts'

/** One fault, shaped like an entry of the API error's `details`. */
export type PolicyFault = {
  /** Path within what was checked, such as `steps[1].offset`. */
  readonly path: string
  readonly code: 'invalid_format' | 'too_long' | 'too_short' | 'out_of_range' | 'not_allowed' | 'conflict'
  readonly message: string
}

const mostSteps = 5
const longestMinLeadMinutes = 1440
const longestAlphanumericSender = 11

/** What JSON Schema cannot say about a reminder policy. Every fault is listed; an empty list means it may be stored. */
export function validatePolicy(
  policy: Pick<ReminderPolicy, 'steps' | 'minLeadMinutes' | 'quietHours' | 'smsSender'>,
): PolicyFault[] {
  return [
    ...validateSteps(policy.steps, 'steps'),
    ...minLeadFaults(policy.minLeadMinutes),
    ...(policy.quietHours === null ? [] : quietHoursFaults(policy.quietHours)),
    ...senderFaults(policy.smsSender),
  ]
}

/** The same for the steps alone, as in the plan of an appointment type. `path` is where they stand in the body. */
export function validateSteps(steps: readonly ReminderStep[], path: string): PolicyFault[] {
  const faults: PolicyFault[] = []
  if (steps.length > mostSteps) {
    faults.push({ path, code: 'too_long', message: `At most ${mostSteps} steps are allowed.` })
  }
  const seen = new Set<string>()
  for (const [index, step] of steps.entries()) {
    const at = `${path}[${index}].offset`
    const parsed = parseOffset(step.offset)
    if (parsed === 'invalid_format') {
      faults.push({
        path: at,
        code: parsed,
        message: 'Write a duration in weeks, or in days, hours and minutes: P7D, PT24H.',
      })
    } else if (parsed === 'out_of_range') {
      faults.push({ path: at, code: parsed, message: 'An offset runs from PT1H to P30D.' })
    } else if (seen.has(offsetKey(step.offset))) {
      faults.push({ path: at, code: 'conflict', message: 'Another step has the same offset.' })
    } else {
      seen.add(offsetKey(step.offset))
    }
  }
  return faults
}

function minLeadFaults(minutes: number): PolicyFault[] {
  if (Number.isInteger(minutes) && minutes >= 0 && minutes <= longestMinLeadMinutes) return []
  const message = `The minimum lead is a whole number of minutes from 0 to ${longestMinLeadMinutes}.`
  return [{ path: 'minLeadMinutes', code: 'out_of_range', message }]
}

function quietHoursFaults({ from, to, days }: QuietHours): PolicyFault[] {
  const faults: PolicyFault[] = []
  for (const [name, text] of Object.entries({ from, to })) {
    if (minuteOfDay(text) !== null) continue
    faults.push({
      path: `quietHours.${name}`,
      code: 'invalid_format',
      message: 'Write a time of day as HH:MM, 00:00 to 23:59.',
    })
  }
  if (from === to) {
    faults.push({
      path: 'quietHours.to',
      code: 'conflict',
      message: 'Quiet hours must not end at the time they begin.',
    })
  }
  if (days === null) return faults
  if (days.length === 0) {
    faults.push({
      path: 'quietHours.days',
      code: 'too_short',
      message: 'Name at least one weekday, or null for every day.',
    })
  }
  if (days.some((day) => !Number.isInteger(day) || day < 1 || day > 7)) {
    faults.push({
      path: 'quietHours.days',
      code: 'out_of_range',
      message: 'Weekdays run from 1 (Monday) to 7 (Sunday).',
    })
  }
  if (new Set(days).size < days.length) {
    faults.push({ path: 'quietHours.days', code: 'conflict', message: 'Each weekday may be named once.' })
  }
  return faults
}

/** Alphanumeric senders follow 3GPP TS 23.040 (11 septets) and the vendors' common alphabet; numeric ones E.164. */
function senderFaults({ mode, value, canReceive }: SmsSender): PolicyFault[] {
  const faults = mode === 'numeric' ? numericFaults(value) : alphanumericFaults(value)
  if (canReceive && mode !== 'numeric') {
    faults.push({
      path: 'smsSender.canReceive',
      code: 'not_allowed',
      message: 'Only a numeric sender can receive replies.',
    })
  }
  return faults
}

function numericFaults(value: string): PolicyFault[] {
  if (isPhoneE164(value)) return []
  const message = 'A numeric sender is an E.164 number: a plus sign and 7 to 15 digits.'
  return [{ path: 'smsSender.value', code: 'invalid_format', message }]
}

function alphanumericFaults(value: string): PolicyFault[] {
  const path = 'smsSender.value'
  const faults: PolicyFault[] = []
  if (value.length > longestAlphanumericSender) {
    faults.push({ path, code: 'too_long', message: `At most ${longestAlphanumericSender} characters are allowed.` })
  }
  if (!/^[A-Za-z0-9 ]+$/.test(value) || !/[A-Za-z]/.test(value)) {
    faults.push({
      path,
      code: 'invalid_format',
      message: 'Use letters A to Z, digits and spaces, with at least one letter.',
    })
  }
  return faults
}
