import assert from 'node:assert/strict'
import { DateTime } from 'luxon'
import { amsterdam } from '../world.ts'

/**
 * What a careful person would know from the calls alone: which appointments there are, when and for whom, and who wants
 * no messages. It knows nothing of rows, claims or revisions, and computes times with another library.
 */
export type Person = { readonly phone: string; readonly email: string; wantsSms: boolean; wantsEmail: boolean }

/** The locations of its holder. */
export const places = ['Lindelaan 1', 'Havenstraat 9'] as const
export type Place = (typeof places)[number]

export type Slot = {
  readonly id: string
  appointmentId: string | null
  status: 'registered' | 'cancelled'
  startsAt: Temporal.Instant
  person: Person
  isConfirmed: boolean
  /** Duration, which messages do not say. */
  minutes: number
  place: Place
}

/** A text message or mail, as found in the twin's inbox after a step. */
export type Message = {
  readonly reference: string
  readonly channel: 'sms' | 'email'
  readonly to: string
  readonly text: string
  /** From its attempt; null for a message without one. */
  readonly appointmentId: string | null
  readonly clockAt: Temporal.Instant
}

/** A reminder row as stored. */
export type StoredRow = {
  readonly id: string
  readonly appointmentId: string
  readonly scheduleRevision: number
  readonly currentRevision: number
  readonly status: string
  readonly kind: string
  readonly offsetKey: string
  readonly state: string
  readonly reasonCode: string | null
  readonly movedBecause: string | null
  readonly startsAt: Temporal.Instant
  readonly dueAt: Temporal.Instant
  readonly latestAt: Temporal.Instant
  readonly toldStartsAt: Temporal.Instant | null
  readonly references: readonly string[]
}

/** Acknowledgements of STOP and START are not about an appointment: they have no link. */
export function isAboutAnAppointment({ text }: Message): boolean {
  return /\/m\/[0-9A-Za-z]{13}/.test(text)
}

/**
 * G2, G3, G4, G5, G9, G20: a message that came in during a step fits what was true before or after that step's call.
 *
 * @param slots the appointment before and after the call
 * @param told the start in the previous message, which a cancellation refers to (G4)
 */
export function checkMessage(
  message: Message,
  slots: readonly Slot[],
  quiet: boolean,
  told: Temporal.Instant | 'any',
): void {
  const isCancellation = isCancellationNotice(message)
  const isAllowed = slots.some((slot) => {
    const startsAt = isCancellation && told !== 'any' ? told : slot.startsAt
    const wanted = message.channel === 'sms' ? slot.person.wantsSms : slot.person.wantsEmail
    const address = message.channel === 'sms' ? slot.person.phone : slot.person.email
    const asksToConfirm = message.channel === 'sms' && /Antwoord JA/.test(message.text)
    return (
      isCancellation === (slot.status === 'cancelled') &&
      wanted &&
      address === message.to &&
      (message.text.includes(clockTime(startsAt)) || (isCancellation && told === 'any')) &&
      Temporal.Instant.compare(message.clockAt, startsAt) < 0 &&
      message.text.includes(slot.place) &&
      !(asksToConfirm && slot.isConfirmed)
    )
  })
  assert.ok(
    isAllowed,
    `${message.channel} to ${message.to} at ${message.clockAt}: ${message.text} against ${inWords(slots)}`,
  )
  const isNotice = /Gewijzigd|gewijzigd|Andere plaats|niet door/.test(message.text)
  if (quiet && !isNotice) {
    const { hour } = DateTime.fromISO(message.clockAt.toString()).setZone(amsterdam)
    assert.ok(hour >= 8 && hour < 21, `G8: ${message.text} at ${message.clockAt}`)
  }
}

export function isCancellationNotice({ text }: Message): boolean {
  return /niet door/.test(text)
}

/** A message, and the start it told. */
export type Telling = { readonly message: Message; readonly startsAt: Temporal.Instant }

export function placeIn({ text }: Message): Place | undefined {
  return places.find((place) => text.includes(place))
}

/** G3: whoever was told another place than the present one, at a time to come, is owed a notice; whoever was not, is not. */
export function checkPlaceOwed(
  rows: readonly StoredRow[],
  { appointmentId, place, startsAt }: Slot,
  last: Telling | undefined,
  now: Temporal.Instant,
): void {
  if (!last || isCancellationNotice(last.message) || !last.startsAt.equals(startsAt)) return
  if (Temporal.Instant.compare(now, startsAt) >= 0) return
  const isPlanned = rows.some(
    (row) =>
      row.appointmentId === appointmentId && row.kind === 'change' && row.scheduleRevision === row.currentRevision,
  )
  assert.equal(isPlanned, placeIn(last.message) !== place, `${last.message.text} against ${place}`)
}

/**
 * G3 and G19: no offset tells the same start again unless another start was told in between, whatever changed in the
 * appointment, its contact or the policy.
 */
export function checkNotRepeated(rows: readonly StoredRow[], tellings: readonly Telling[]): void {
  const rowOf = new Map(rows.flatMap((row) => row.references.map((reference) => [reference, row])))
  const since = new Map<string, { startsAt: Temporal.Instant; offsets: Set<string> }>()
  for (const { message, startsAt } of tellings) {
    const row = rowOf.get(message.reference)
    if (!row) continue
    const last = since.get(row.appointmentId)
    const isNews = !last?.startsAt.equals(startsAt) || isCancellationNotice(message)
    const offsets = isNews ? new Set<string>() : (last?.offsets ?? new Set())
    if (row.offsetKey.startsWith('P'))
      assert.ok(!offsets.has(row.offsetKey), `told twice by ${row.offsetKey}: ${message.text}`)
    since.set(row.appointmentId, { startsAt, offsets: offsets.add(row.offsetKey) })
  }
}

/**
 * G3: a correction that keeps the start loses no planned row, though a row may then turn out unsendable, and a short
 * notice superfluous because another contact has a step ahead again (G6).
 */
export function checkNothingLost(
  before: readonly StoredRow[],
  after: readonly StoredRow[],
  appointmentId: string,
): void {
  const planned = (rows: readonly StoredRow[]) =>
    rows.filter((row) => row.appointmentId === appointmentId && row.scheduleRevision === row.currentRevision)
  const ends = new Set(['no_contact', 'recipient_opted_out', 'channel_disabled', 'superseded'])
  const isStepAhead = planned(after).some((row) => row.state === 'planned' && row.offsetKey.startsWith('P'))
  for (const row of planned(before)) {
    if (row.state !== 'planned' || row.kind === 'change') continue
    if (row.offsetKey === 'short_notice' && isStepAhead) continue
    const kept = planned(after).find((one) => one.offsetKey === row.offsetKey)
    const isKept = kept !== undefined && (kept.reasonCode === null || ends.has(kept.reasonCode))
    assert.ok(isKept, `${row.kind} ${row.offsetKey} was planned and is ${kept?.state} ${kept?.reasonCode}`)
  }
}

/** G19: an edit loses no row whose step it keeps, whatever else it changes, though a row may turn out unsendable. */
export function checkStepsKept(
  before: readonly StoredRow[],
  after: readonly StoredRow[],
  offsets: readonly string[],
): void {
  const ends = new Set(['no_contact', 'recipient_opted_out', 'superseded', 'too_late', 'confirmed'])
  for (const row of before) {
    if (row.state !== 'planned' || row.references.length > 0 || !offsets.includes(row.offsetKey)) continue
    const isKept = after.some(
      (one) =>
        one.appointmentId === row.appointmentId &&
        one.scheduleRevision === row.scheduleRevision &&
        one.offsetKey === row.offsetKey &&
        (one.reasonCode === null || (one.state !== 'cancelled' && ends.has(one.reasonCode))),
    )
    assert.ok(isKept, `${row.kind} ${row.offsetKey} was planned, and its step is still in the policy`)
  }
}

/** G6: an appointment handed in or moved to within all its steps, and told to nobody, has a short notice. */
export function checkNotForgotten(rows: readonly StoredRow[], appointmentId: string, now: Temporal.Instant): void {
  const own = rows.filter((row) => row.appointmentId === appointmentId)
  const current = own.filter((row) => row.scheduleRevision === row.currentRevision)
  const isFarEnough = current.every(({ startsAt }) => startsAt.since(now).total('minutes') > 120)
  const isUntold = own.every((row) => row.toldStartsAt === null)
  const steps = current.filter((row) => row.offsetKey.startsWith('P'))
  const areMissed = steps.length > 0 && steps.every((row) => row.reasonCode === 'due_in_past')
  if (isFarEnough && isUntold && areMissed)
    assert.ok(
      current.some((row) => row.offsetKey === 'short_notice'),
      'G6: nobody is told',
    )
}

/** G1 and G19: one message for one appointment, schedule revision and offset, whatever its kind and channel. */
export function checkOnce(rows: readonly StoredRow[], messages: readonly Message[]): void {
  const rowOf = new Map(rows.flatMap((row) => row.references.map((reference) => [reference, row])))
  const seen = new Map<string, Message>()
  for (const message of messages) {
    if (!isAboutAnAppointment(message)) continue
    const row = rowOf.get(message.reference)
    assert.ok(row, `no row knows of the message: ${message.text}`)
    const key = `${row.appointmentId} ${row.scheduleRevision} ${row.offsetKey}`
    const earlier = seen.get(key)
    assert.equal(earlier, undefined, `G1: sent twice: ${earlier?.text} and ${message.text}`)
    seen.set(key, message)
    checkInstant(row, message)
  }
}

/** Real time passes while a message is being sent. */
const toleranceMs = 5_000

/** G5: not before due, not after the last useful instant. */
function checkInstant(row: StoredRow, { clockAt, text }: Message): void {
  assert.ok(Temporal.Instant.compare(clockAt, row.dueAt) >= 0, `before due: ${text}`)
  assert.ok(clockAt.epochMilliseconds <= row.latestAt.epochMilliseconds + toleranceMs, `after latest: ${text}`)
}

const openStates = new Set(['planned', 'claimed', 'handed_over', 'held'])
const goodStates = new Set(['planned', 'sent', 'delivered'])

/** G3, G4, G17, G22: at rest, every row has a named state with a reason, and nothing is planned that should not be. */
export function checkRows(rows: readonly StoredRow[], now: Temporal.Instant): void {
  for (const row of rows) {
    const what = `${row.kind} ${row.offsetKey} of revision ${row.scheduleRevision} is ${row.state} ${row.reasonCode}`
    assert.ok(!['claimed', 'handed_over'].includes(row.state), `G17: at rest ${what}`)
    assert.equal(row.reasonCode !== null, !goodStates.has(row.state), `G22: ${what}`)
    if (openStates.has(row.state)) {
      // A row that failed while its appointment was corrected is retried as long as the start is the one it told.
      const isOfKeptStart = row.toldStartsAt?.equals(row.startsAt) ?? false
      assert.ok(row.scheduleRevision === row.currentRevision || isOfKeptStart, `G3: ${what}`)
      assert.equal(row.status, row.kind === 'cancellation' ? 'cancelled' : 'registered', `G4: ${what}`)
    }
    checkDue(row, now)
  }
}

/** G7: the instant of a step, computed with another library. Rows that were moved are left out. */
function checkDue(row: StoredRow, now: Temporal.Instant): void {
  if (!row.offsetKey.startsWith('P') || row.state !== 'planned' || row.movedBecause !== null) return
  const days = /^P(\d+)D$/.exec(row.offsetKey)?.[1]
  const hours = /^PT(\d+)H$/.exec(row.offsetKey)?.[1]
  const start = DateTime.fromISO(row.startsAt.toString()).setZone(amsterdam)
  const due = days ? start.minus({ days: Number(days) }) : start.minus({ hours: Number(hours) })
  assert.equal(row.dueAt.epochMilliseconds, due.toMillis(), `G7: ${row.offsetKey} of ${row.startsAt} at ${now}`)
}

/** G6: at most one short notice per revision, and none beside a step that is still planned. */
export function checkShortNotice(rows: readonly StoredRow[]): void {
  const notices = rows.filter((row) => row.offsetKey === 'short_notice')
  const keys = notices.map((row) => `${row.appointmentId} ${row.scheduleRevision}`)
  assert.equal(new Set(keys).size, keys.length)
}

/** Local time at the appointment. */
export function clockTime(instant: Temporal.Instant): string {
  return DateTime.fromISO(instant.toString()).setZone(amsterdam).toFormat('HH:mm')
}

function inWords(slots: readonly Slot[]): string {
  return slots
    .map(({ status, startsAt, person, isConfirmed, place }) =>
      JSON.stringify({ status, startsAt: startsAt.toString(), ...person, isConfirmed, place }),
    )
    .join(' or ')
}
