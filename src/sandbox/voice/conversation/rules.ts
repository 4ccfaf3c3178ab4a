import { Type } from 'typebox'
import {
  AppointmentList,
  AppointmentResult,
  atTime,
  chosen,
  named,
  placeIn,
  toKnown,
  type KnownAppointment,
} from './appointments.ts'
import { readIntent, readReason, timeAfterTo, whoIn, type Intent, type Who } from './intent.ts'
import { languageOf, type Language } from './language.ts'
import { readSpokenTime, type SpokenTime } from './spoken-time.ts'
import {
  act,
  readArgumentNames,
  readCapabilities,
  type ActionAnswer,
  type CallTool,
  type Capability,
} from '#/sandbox/voice/tools.ts'
import { words, type Words } from './words.ts'

export type TwinAgentWorld = {
  readonly call: CallTool
  readonly now: () => Promise<Temporal.Instant>
  /** The zone of spoken days. */
  readonly timeZone: string
  readonly language: Language
}

export type Said = { readonly text: string; readonly isGoodbye: boolean }

/** A change under discussion; what is null will be asked for. */
type Change = {
  readonly kind: 'move' | 'cancel'
  readonly appointment: KnownAppointment | null
  /** Appointments that may be meant. */
  readonly candidates: readonly KnownAppointment[]
  readonly day: Temporal.PlainDate | null
  readonly time: Temporal.PlainTime | null
  readonly reasonCode: string | null
}

type Moment = { readonly now: Temporal.Instant; readonly today: Temporal.PlainDate; readonly words: Words }

/**
 * An agent that follows rules instead of a model: the same words get the same answer. It uses the product through its
 * two tools only, asks for what is missing, remembers whom it spoke of, and never follows instructions in what it
 * reads.
 */
export function twinAgent(world: TwinAgentWorld) {
  let language = world.language
  let capabilities: readonly Capability[] | null = null
  let it: KnownAppointment | null = null
  let told: readonly KnownAppointment[] = []
  let change: Change | null = null
  let isProposed = false

  async function hear(text: string): Promise<Said> {
    language = languageOf(text, language)
    const now = await world.now()
    const today = now.toZonedDateTimeISO(world.timeZone).toPlainDate()
    const moment = { now, today, words: words[language] }
    capabilities ??= await readCapabilities(world.call)
    if (capabilities === null) return say(moment.words.noAnswer)
    const intent = readIntent(text, today, language)
    if (intent.kind === 'goodbye') return { text: moment.words.goodbye, isGoodbye: true }
    if (change !== null && !interrupts.has(intent.kind)) return say(await goOn(change, text, moment))
    return say(await answer(intent, moment))
  }

  async function answer(intent: Intent, moment: Moment): Promise<string> {
    change = null
    switch (intent.kind) {
      case 'agenda':
      case 'unconfirmed':
        return agenda(intent.kind, intent.when, moment)
      case 'when':
        return upcoming(intent.who, moment)
      case 'requests':
        return requests(moment)
      case 'move':
      case 'cancel':
        return begin(intent, moment)
      case 'help':
        return moment.words.help(capabilities?.length ?? 0)
      case 'confirm':
        return isProposed ? moment.words.onlyAPerson : moment.words.nothingToConfirm
      case 'never_mind':
        return moment.words.neverMind
      default:
        return moment.words.didNotUnderstand
    }
  }

  async function agenda(kind: 'agenda' | 'unconfirmed', when: SpokenTime, { today, words }: Moment): Promise<string> {
    const first = when.day?.first ?? today
    const count = when.day?.count ?? (kind === 'unconfirmed' ? 7 : 1)
    const midnight = (date: Temporal.PlainDate) => date.toZonedDateTime(world.timeZone).toInstant().toString()
    const found = await list({
      from: midnight(first),
      to: midnight(first.add({ days: count })),
      ...(kind === 'unconfirmed' ? { confirmationStatus: 'unconfirmed' } : {}),
    })
    if (found.kind !== 'result') return failure(found, words)
    const { items, nextPageToken } = found.result
    remember(items)
    const span = when.day === null && kind === 'unconfirmed' ? words.comingWeek : words.day(first, count, today)
    return words[kind](items, span, nextPageToken !== null)
  }

  async function upcoming(who: Who, moment: Moment): Promise<string> {
    const found = await find(who, null, moment)
    if (typeof found === 'string') return found
    return found.length === 0 ? moment.words.whose : moment.words.upcoming(found)
  }

  async function requests({ words }: Moment): Promise<string> {
    const input = { status: 'pending_review', pageSize: '100' }
    const answered = await perform('listHolderRecipientRequests', input, Requests)
    if (answered.kind !== 'result') return failure(answered, words)
    return words.requests(answered.result.items.length, answered.result.nextPageToken !== null)
  }

  async function begin(intent: Extract<Intent, { kind: 'move' | 'cancel' }>, moment: Moment): Promise<string> {
    const found = await find(intent.who, intent.which, moment)
    if (typeof found === 'string') return found
    const to = intent.kind === 'move' ? intent.to : null
    const movable = intent.kind === 'move' ? found.filter(({ isManagedElsewhere }) => !isManagedElsewhere) : []
    return proceed(
      {
        kind: intent.kind,
        appointment: null,
        candidates: orElse(movable, found),
        day: to?.day?.first ?? null,
        time: to?.time ?? null,
        reasonCode: intent.kind === 'cancel' ? intent.reasonCode : null,
      },
      moment,
    )
  }

  /** Takes what was said as the answer to the question that was asked last. */
  async function goOn(asked: Change, text: string, moment: Moment): Promise<string> {
    const when = timeAfterTo(text, (part) => readSpokenTime(part, moment.today, language))
    if (asked.appointment === null) {
      const one = chosen(asked.candidates, text, when)
      const found = one.length > 0 ? one : await find(whoIn(when.rest), when, moment)
      return typeof found === 'string'
        ? found
        : proceed({ ...asked, candidates: orElse(found, asked.candidates) }, moment)
    }
    if (asked.kind === 'cancel') return proceed({ ...asked, reasonCode: readReason(text) }, moment)
    return proceed({ ...asked, day: when.day?.first ?? asked.day, time: when.time ?? asked.time }, moment)
  }

  /** Asks for what is missing, and proposes once nothing is. */
  async function proceed(wanted: Change, moment: Moment): Promise<string> {
    const { words } = moment
    change = wanted
    if (wanted.appointment !== null) return changing(wanted, wanted.appointment, moment)
    const [only, ...others] = wanted.candidates
    if (only === undefined) return words.whose
    if (others.length > 0) return words.which(wanted.candidates)
    // Read again, because it may have changed since it was mentioned.
    const read = await perform('getHolderAppointment', { appointmentId: only.id }, AppointmentResult)
    if (read.kind !== 'result') return ended(failure(read, words))
    it = toKnown(read.result)
    return proceed({ ...wanted, appointment: it }, moment)
  }

  async function changing(wanted: Change, appointment: KnownAppointment, moment: Moment): Promise<string> {
    return wanted.kind === 'move' ? move(wanted, appointment, moment) : cancel(wanted, appointment, moment)
  }

  async function move(wanted: Change, appointment: KnownAppointment, { now, words }: Moment): Promise<string> {
    if (appointment.isManagedElsewhere) return ended(words.managedElsewhere(appointment))
    if (wanted.day === null && wanted.time === null) return words.toWhen(appointment)
    // A time without a day is on the same day; a day without a time leaves the time open.
    const day = wanted.day ?? appointment.startsAt.toPlainDate()
    if (wanted.time === null) return words.toWhatTime(day)
    const startsAt = day.toZonedDateTime({ timeZone: appointment.startsAt.timeZoneId, plainTime: wanted.time })
    if (Temporal.Instant.compare(startsAt.toInstant(), now) <= 0) {
      change = { ...wanted, day: null, time: null }
      return words.inThePast
    }
    const endsAt = startsAt.add(appointment.startsAt.until(appointment.endsAt))
    const input = {
      appointmentId: appointment.id,
      startsAt: startsAt.toInstant().toString(),
      endsAt: endsAt.toInstant().toString(),
    }
    return propose('updateHolderAppointment', input, words, (until) => words.moveProposed(appointment, startsAt, until))
  }

  async function cancel({ reasonCode }: Change, appointment: KnownAppointment, { words }: Moment): Promise<string> {
    if (reasonCode === null) {
      const names = await readArgumentNames(world.call, 'cancelHolderAppointment')
      if (names === null) return ended(words.cannot)
      if (names.includes('reasonCode')) return words.why(appointment)
    }
    const input = { appointmentId: appointment.id, ...(reasonCode === null ? {} : { reasonCode }) }
    return propose('cancelHolderAppointment', input, words, (until) => words.cancelProposed(appointment, until))
  }

  async function propose(
    operationId: string,
    input: object,
    words: Words,
    tell: (until: Temporal.ZonedDateTime) => string,
  ): Promise<string> {
    const answered = await perform(operationId, input, Type.Unknown())
    if (answered.kind !== 'proposal') return ended(failure(answered, words))
    isProposed = true
    return ended(tell(answered.expiresAt.toZonedDateTimeISO(world.timeZone)))
  }

  function ended(text: string): string {
    change = null
    return text
  }

  /** The future appointments that are meant; a sentence when there is none. Empty when nobody was named. */
  async function find(
    who: Who,
    when: SpokenTime | null,
    moment: Moment,
  ): Promise<readonly KnownAppointment[] | string> {
    const { now, words } = moment
    if (who.kind === 'it' || (who.kind === 'unsaid' && !when?.day)) return it === null ? [] : [it]
    const name = who.kind === 'name' ? who.name : null
    if (name !== null) {
      // Somebody just mentioned needs no search.
      const before = placeIn(name) === null ? named(told, name) : chosen(told, name, noTime)
      const known = when ? atTime(before, when) : before
      if (known.length === 1) return known
    }
    const found = await list({ ...(name === null ? daysOf(when) : { query: name }), from: now.toString() })
    if (found.kind !== 'result') return failure(found, words)
    const { items } = found.result
    if (items.length === 0) return name === null ? words.whose : words.nobody(name)
    const fitting = when ? orElse(atTime(items, when), items) : items
    remember(fitting)
    return fitting
  }

  /** The search goes on to a week after the day that was said. */
  function daysOf(when: SpokenTime | null): { to?: string } {
    const last = when?.day?.first.add({ days: 7 })
    return last ? { to: last.toZonedDateTime(world.timeZone).toInstant().toString() } : {}
  }

  function remember(items: readonly KnownAppointment[]): void {
    told = items
    it = items.length === 1 ? (items[0] ?? null) : it
  }

  async function list(query: object) {
    const input = { status: 'registered', pageSize: '100', ...query }
    const answered = await perform('listHolderAppointments', input, AppointmentList)
    if (answered.kind !== 'result') return answered
    const { items, nextPageToken } = answered.result
    return { kind: 'result' as const, result: { items: items.map(toKnown), nextPageToken } }
  }

  async function perform<Schema extends Parameters<typeof act>[3]>(operationId: string, input: object, schema: Schema) {
    const isAllowed = capabilities?.some((capability) => capability.operationId === operationId) ?? false
    return isAllowed ? act(world.call, operationId, input, schema) : notAllowed
  }

  return { hear }
}

/** Intents that interrupt a question. */
const interrupts = new Set<Intent['kind']>(['move', 'cancel', 'unconfirmed', 'when', 'requests', 'help', 'never_mind'])
const noTime: SpokenTime = { day: null, weekday: null, time: null, rest: '' }
const Requests = Type.Object({
  items: Type.Array(Type.Unknown()),
  nextPageToken: Type.Union([Type.String(), Type.Null()]),
})

const notAllowed = { kind: 'not_allowed' } as const

function failure(answered: ActionAnswer<unknown> | typeof notAllowed, words: Words): string {
  if (answered.kind === 'not_allowed') return words.cannot
  if (answered.kind === 'no_answer') return words.noAnswer
  if (answered.kind === 'unsettled') return words.unsettled
  return words.failed(answered.kind === 'failed' ? answered.message : '')
}

function orElse<T>(list: readonly T[], others: readonly T[]): readonly T[] {
  return list.length > 0 ? list : others
}

function say(text: string): Said {
  return { text, isGoodbye: false }
}
