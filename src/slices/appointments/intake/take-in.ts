import { AppError } from '#/kernel/errors.ts'
import { listCurrentReminders, type Planning, type ReminderSummaryRow } from '#/slices/reminders/reminders.ts'
import { checkSchedule, toRecipientFacts, type IntakeBody } from '#/slices/appointments/appointment-input.ts'
import { detailsOf, type AppointmentFacts } from '#/slices/appointment-facts/appointment-facts.ts'
import { compareFacts, type Appointment, type KnownAppointment } from '#/slices/appointments/appointment.ts'
import {
  changeAppointment,
  endAppointment,
  givenLocaleOf,
  readPlanningFor,
  registerAppointment,
  reopenAppointment,
  type ChangeCtx,
} from '#/slices/appointments/change-appointment.ts'
import {
  findBySource,
  findBySourceForUpdate,
  findLastGivenLocale,
  holderRecipientOf,
  lockSourceKey,
} from '#/slices/appointments/store.ts'

export type TakenIn = {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'reopened'
  readonly appointment: Appointment
  readonly reminders: ReminderSummaryRow[]
  readonly facts: AppointmentFacts
  readonly planning: Planning
}

/**
 * Takes in an appointment from its source: a full representation, safe to repeat. Calls for one source key run one
 * after the other.
 *
 * @throws AppError TIMEZONE_UNKNOWN, VALIDATION_FAILED, or STATE_CONFLICT when its outcome is recorded
 */
export async function takeIn(ctx: ChangeCtx, body: IntakeBody): Promise<TakenIn> {
  const given = { ...detailsOf(body, null), ...checkSchedule(ctx.now, body), ...toRecipientFacts(body.recipient) }
  const key = { sourceSystem: body.sourceSystem, externalAppointmentId: body.externalAppointmentId.trim() }
  const { before, planning } = await findAndPlan(ctx, key, given)
  // A source says nothing about types: a new appointment gets the holder's default.
  const facts = before ? completed(before, given) : { ...given, appointmentTypeId: planning.type?.id ?? null }
  const source = { ...key, origin: 'intake' as const }
  return { ...(await apply(ctx, source, before, facts, planning)), facts, planning }
}

/** What a source leaves out and does not clear: the type, and a language. */
function completed(before: Appointment, given: AppointmentFacts): AppointmentFacts {
  const recipientLocale = given.recipientLocale ?? givenLocaleOf(before, given)
  return { ...given, recipientLocale, appointmentTypeId: before.appointmentTypeId }
}

/** The appointment as it is known, and what planning needs. It is locked if anything is to be written. */
async function findAndPlan(
  ctx: ChangeCtx,
  key: SourceKey,
  facts: AppointmentFacts,
): Promise<{ readonly before: KnownAppointment | null; readonly planning: Planning }> {
  const { sourceSystem, externalAppointmentId } = key
  const locked = lockSourceKey(ctx.tx, sourceSystem, externalAppointmentId)
  const [found, planning] = await Promise.all([
    findBySource(ctx.tx, sourceSystem, externalAppointmentId),
    // The look-up shares the policy, or leaves that to the second one below.
    readPlanningFor(ctx, facts, key, { isPolicyShared: true }),
  ])
  await locked
  const { appointment, isPolicyShared } = found
  if (isPolicyShared || (appointment && isLeftAlone(appointment, facts))) return { before: appointment, planning }
  const before = await withPatience((isPatient) =>
    findBySourceForUpdate(ctx.tx, sourceSystem, externalAppointmentId, isPatient),
  )
  return { before, planning: await readPlanningFor(ctx, facts, key) }
}

/** Whoever waits keeps a connection, and new appointments need some too: few may wait for long. */
const mostPatient = 3
let patient = 0

async function withPatience<T>(work: (isPatient: boolean) => Promise<T>): Promise<T> {
  if (patient >= mostPatient) return work(false)
  patient += 1
  try {
    return await work(true)
  } finally {
    patient -= 1
  }
}

/** True when the intake changes nothing. What the source cancelled, the source may register again. */
function isLeftAlone(before: Appointment, facts: AppointmentFacts): boolean {
  const { isChanged } = compareFacts(before, completed(before, facts))
  return !isChanged && !isWithdrawn(before)
}

function isWithdrawn({ status, cancelledBy }: Appointment): boolean {
  return status === 'cancelled' && cancelledBy === 'source'
}

export type SourceKey = { readonly sourceSystem: string; readonly externalAppointmentId: string }

/**
 * Cancels an appointment because its source did. One that is cancelled stays as it is.
 *
 * @returns whether this cancelled it, and how many unsent reminders were withdrawn then or when it was cancelled before
 * @throws AppError NOT_FOUND, or STATE_CONFLICT when its outcome is recorded
 */
export async function withdraw(
  ctx: ChangeCtx,
  { sourceSystem, externalAppointmentId }: SourceKey,
): Promise<{ readonly isNew: boolean; readonly appointment: Appointment; readonly cancelledReminders: number }> {
  const externalId = externalAppointmentId.trim()
  const locked = lockSourceKey(ctx.tx, sourceSystem, externalId)
  const before = await findBySourceForUpdate(ctx.tx, sourceSystem, externalId)
  await locked
  if (!before) throw new AppError('NOT_FOUND')
  if (before.status === 'cancelled')
    return { isNew: false, appointment: before, cancelledReminders: before.cancelledReminders ?? 0 }
  if (before.status !== 'registered')
    throw new AppError('STATE_CONFLICT', { message: 'The outcome of this appointment was already recorded.' })
  return { isNew: true, ...(await endAppointment(ctx, before, { by: 'source', reasonCode: 'other', note: null })) }
}

type Outcome = Pick<TakenIn, 'outcome' | 'appointment' | 'reminders'>
type Source = Pick<Appointment, 'sourceSystem' | 'externalAppointmentId'> & { readonly origin: 'intake' }

async function apply(
  ctx: ChangeCtx,
  source: Source,
  before: KnownAppointment | null,
  facts: AppointmentFacts,
  planning: Planning,
): Promise<Outcome> {
  const saidLocale = await newlySaid(ctx, source, before, facts)
  if (before === null) return { outcome: 'created', ...registerAppointment(ctx, source, facts, planning, saidLocale) }
  // What staff cancelled stays cancelled until something changes.
  if (isLeftAlone(before, facts)) return unchanged(ctx, before)
  // The language is that of the person: it brings nothing back that staff cancelled, and may be said of what is over.
  if (isWithdrawn(before) || !compareFacts(before, facts).isLanguageAlone) {
    if (before.status === 'cancelled')
      return { outcome: 'reopened', ...(await reopenAppointment(ctx, before, facts, planning, saidLocale)) }
    if (before.status !== 'registered') {
      throw new AppError('STATE_CONFLICT', {
        message: 'The outcome of this appointment was already recorded, so it can no longer be changed.',
      })
    }
  }
  const { appointment, reminders } = await changeAppointment(ctx, before, facts, planning, { saidLocale })
  return { outcome: 'updated', appointment, reminders: reminders ?? (await currentReminders(ctx, appointment)) }
}

/** A source that repeats itself every night says nothing anew, nor with a new appointment: what staff corrected meanwhile stays. */
async function newlySaid(
  ctx: ChangeCtx,
  { sourceSystem }: Source,
  before: Appointment | null,
  facts: AppointmentFacts,
): Promise<string | undefined> {
  const said = facts.recipientLocale
  if (said === null) return undefined
  const given = before && givenLocaleOf(before, facts)
  const { id } = holderRecipientOf(ctx.services.keys, ctx.platformHolderId, facts)
  return said === (given ?? (await findLastGivenLocale(ctx.tx, sourceSystem, id))) ? undefined : said
}

async function unchanged(ctx: ChangeCtx, appointment: Appointment): Promise<Outcome> {
  return { outcome: 'unchanged', appointment, reminders: await currentReminders(ctx, appointment) }
}

function currentReminders(ctx: ChangeCtx, { id, scheduleRevision }: Appointment): Promise<ReminderSummaryRow[]> {
  return listCurrentReminders(ctx.tx, ctx.platformHolderId, id, scheduleRevision)
}
