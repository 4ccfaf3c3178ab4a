import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import { fromReference } from '#/kernel/ids.ts'
import type { TestHolder } from '../../harness.ts'
import {
  checkMessage,
  checkNotForgotten,
  checkNotRepeated,
  checkNothingLost,
  checkOnce,
  checkPlaceOwed,
  checkRows,
  checkShortNotice,
  checkStepsKept,
  clockTime,
  isAboutAnAppointment,
  isCancellationNotice,
  places,
  type Message,
  type Person,
  type Slot,
  type StoredRow,
  type Telling,
} from './property-model.ts'
import { amsterdam, person, startWorld, step, submit, type Fault, type World } from '../world.ts'

// TIJDIG_TEST_PROPERTY_RUNS sequences from TIJDIG_TEST_PROPERTY_SEED; a failure prints the seed and the shortest
// sequence. `npm run test:nightly` plays a thousand, with another seed each day.
const runs = Number(process.env['TIJDIG_TEST_PROPERTY_RUNS'] ?? 25)
const seed = Number(process.env['TIJDIG_TEST_PROPERTY_SEED'] ?? 20_270_328)
// Ten times what a quiet machine needs.
const timeLimitMs = runs * 6_000

/** Two days before clocks go forward. */
const beginning = '2027-03-26T09:00:00Z'

const policies = [
  { steps: [step('P1D', 'preferred', 'email', 'confirm_prompt')], sendChangeNotice: true },
  { steps: [step('P2D', 'sms'), step('P1D', 'sms', 'email', 'confirm_prompt'), step('PT2H', 'sms')] },
  { steps: [step('P2D', 'email'), step('PT24H', 'preferred')], minLeadMinutes: 90 },
  { steps: [step('P1D', 'sms', 'none'), step('PT3H', 'email')], sendChangeNotice: false },
  // The same instant on most days, two when the clocks change.
  { steps: [step('P1D', 'sms'), step('PT24H', 'email', 'none', 'confirm_prompt')] },
]
const faults: readonly Fault[] = [
  { provider: 'twilio', mode: 'receipt_duplicate' },
  { provider: 'twilio', mode: 'receipt_reordered' },
  { provider: 'twilio', mode: 'error', count: 2 },
  { provider: 'twilio', mode: 'timeout', count: 1 },
  { provider: 'twilio', mode: 'blackhole', count: 1 },
  { provider: 'smtp', mode: 'error', count: 1 },
  { provider: 'twilio', mode: 'none' },
]

const slot = fc.nat({ max: 2 })
const who = fc.nat({ max: 1 })
const command = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      slot,
      who,
      days: fc.nat({ max: 3 }),
      time: fc.constantFrom('09:00', '10:30', '14:15', '19:45', '00:30', '07:15'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      slot,
      what: fc.constantFrom('end' as const, 'person' as const, 'place' as const, 'place' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), slot }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('reply' as const), who, text: fc.constantFrom('STOP', 'START', 'Ja') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unsubscribe' as const), who }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('policy' as const), index: fc.nat({ max: policies.length - 1 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      leaves: fc.constantFrom('nothing' as const, 'claimed' as const, 'handed_over' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fault' as const), index: fc.nat({ max: faults.length - 1 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('jump' as const), hours: fc.constantFrom(1, 3, 9, 26) }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('run' as const), hours: fc.constantFrom(1, 2, 8, 14, 24) }) },
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

/** Played before the random ones, because these seldom find them. */
const knownStories: [number, Command[]][] = [
  // Told 14:15, moved to 19:45 without a notice, cancelled.
  [
    3,
    [
      { do: 'submit', slot: 0, who: 0, days: 2, time: '14:15' },
      { do: 'run', hours: 24 },
      { do: 'run', hours: 8 },
      { do: 'submit', slot: 0, who: 0, days: 1, time: '19:45' },
      { do: 'cancel', slot: 0 },
      { do: 'run', hours: 1 },
    ],
  ],
  // Told one place, moved to the other and back, with a notice lost between.
  [
    0,
    [
      { do: 'submit', slot: 0, who: 0, days: 2, time: '14:15' },
      { do: 'run', hours: 24 },
      { do: 'run', hours: 8 },
      { do: 'correct', slot: 0, what: 'place' },
      { do: 'run', hours: 1 },
      { do: 'fault', index: 2 },
      { do: 'correct', slot: 0, what: 'place' },
      { do: 'correct', slot: 0, what: 'place' },
      { do: 'run', hours: 1 },
    ],
  ],
  // Reminded at 20:59 because two hours before the start is quiet; corrected in the night.
  [
    1,
    [
      { do: 'submit', slot: 0, who: 0, days: 1, time: '09:00' },
      { do: 'run', hours: 14 },
      { do: 'correct', slot: 0, what: 'end' },
      { do: 'correct', slot: 0, what: 'person' },
      { do: 'policy', index: 1 },
      { do: 'run', hours: 14 },
    ],
  ],
  // Registered for the same day, and corrected before the short notice left.
  [
    0,
    [
      { do: 'submit', slot: 0, who: 0, days: 0, time: '14:15' },
      { do: 'correct', slot: 0, what: 'person' },
      { do: 'run', hours: 1 },
    ],
  ],
  // Told nothing yet and moved to the same day; two steps at one instant, of which the mail is refused.
  [
    4,
    [
      { do: 'submit', slot: 0, who: 0, days: 3, time: '14:15' },
      { do: 'submit', slot: 0, who: 0, days: 0, time: '14:15' },
      { do: 'run', hours: 1 },
      { do: 'submit', slot: 1, who: 1, days: 1, time: '19:45' },
      { do: 'fault', index: 5 },
      { do: 'run', hours: 14 },
    ],
  ],
]

describe('The engine under any sequence of events', () => {
  let world: World
  let engine: { stop(): Promise<void> }
  let jobs: { stop(): Promise<void> }
  const startEngine = () => world.startEngine({ callTimeoutMs: 250, pollMs: 20 })
  before(async () => {
    world = await startWorld({ roles: ['api', 'sandbox'] })
    engine = startEngine()
    jobs = await world.startJobs()
  })
  after(async () => {
    await jobs.stop()
    await engine.stop()
    await world.stop()
  })

  test('G1-G6 G9 G17 G19 G20 G22 hold after every step of random sequences over a change of the clocks', async (t) => {
    t.diagnostic(`seed ${seed}, at most ${runs} sequences`)
    let played = 0
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: policies.length - 1 }),
        fc.array(command, { minLength: 8, maxLength: 20, size: 'max' }),
        async (policy, commands) => {
          const story = await begin(policy)
          try {
            for (const next of commands) await story.play(next)
            played += 1
          } finally {
            await story.end()
          }
        },
      ),
      { seed, numRuns: runs, interruptAfterTimeLimit: timeLimitMs, verbose: 1, examples: knownStories },
    )
    t.diagnostic(`${played} sequences, messages ${JSON.stringify(Object.fromEntries(seen))}`)
    // The time limit forgives a slow machine, not a stalled engine; and sequences without messages prove nothing.
    assert.ok(played >= Math.min(runs, 15), `only ${played} sequences came to their end`)
    for (const kind of ['sms', 'email', 'change', 'other place', 'cancellation', 'confirm prompt'])
      assert.ok((seen.get(kind) ?? 0) > 0, `no ${kind} was sent in any sequence`)
  })

  const seen = new Map<string, number>()
  function tally({ channel, text }: Message): void {
    const kinds = [
      channel,
      /ewijzigd/.test(text) && 'change',
      text.startsWith('Andere plaats') && 'other place',
      /niet door/.test(text) && 'cancellation',
    ]
    if (/Antwoord JA|^Bevestig uw/.test(text)) kinds.push('confirm prompt')
    for (const kind of kinds) if (kind) seen.set(kind, (seen.get(kind) ?? 0) + 1)
  }

  async function begin(policy: number) {
    await world.fault({ provider: 'twilio', mode: 'none' })
    await world.fault({ provider: 'smtp', mode: 'none' })
    await world.clock.set(beginning)
    const holder = await world.createHolder({ displayName: 'De Linde' })
    const locations = places.map((name) => ({ id: idOf(name), name, personCount: 1, roomCount: 1 }))
    await holder.call('PATCH', '', { schedulingSetup: { locations } })
    await world.editPolicy(holder, policies[policy] ?? {})
    const people: Person[] = [person(), person()].map(({ phone, email }) => ({
      phone,
      email,
      wantsSms: true,
      wantsEmail: true,
    }))
    const slots: Slot[] = []
    let known = new Set<string>()
    const tellings: Telling[] = []
    let expiredBefore = 0

    /** The start last told before a message; any of them, when a message may have been lost. */
    function toldBefore(
      message: Message,
      rows: readonly StoredRow[],
      messages: readonly Message[],
    ): Temporal.Instant | 'any' {
      const id = message.appointmentId
      const arrived = new Set(messages.map(({ reference }) => reference))
      const own = rows.filter((row) => row.appointmentId === id)
      if (own.some((row) => row.references.some((reference) => !arrived.has(reference)))) return 'any'
      return tellings.findLast((telling) => telling.message.appointmentId === id)?.startsAt ?? 'any'
    }

    async function checkPlace(
      slotId: string,
      tellingsBefore: readonly Telling[],
      rows: readonly StoredRow[],
      messages: readonly Message[],
      now: Temporal.Instant,
    ): Promise<void> {
      const corrected = slots.find(({ id, status }) => id === slotId && status === 'registered')
      const last = tellingsBefore.findLast(({ message }) => message.appointmentId === corrected?.appointmentId)
      const [policyNow] = await world.sql<{ sends: boolean }>(
        'select send_change_notice as sends from reminder_policy where platform_holder_id = $1',
        [holder.id],
      )
      if (!corrected || !last || !policyNow?.sends || toldBefore(last.message, rows, messages) === 'any') return
      checkPlaceOwed(rows, corrected, last, now)
    }

    return {
      async play(next: Command): Promise<void> {
        const before = structuredCopy(slots)
        const tellingsBefore = [...tellings]
        await perform(next, { holder, people, slots })
        await world.clock.advance('PT0S')
        const messages = await messagesOf(people)
        const now = await world.clock.now()
        const rows = await rowsOf(holder)
        const fresh = messages.filter((message) => !known.has(message.reference) && isAboutAnAppointment(message))
        for (const message of fresh.toSorted((one, other) => Temporal.Instant.compare(one.clockAt, other.clockAt))) {
          const stood = [...before, ...slots].filter((one) => one.appointmentId === message.appointmentId)
          const told = toldBefore(message, rows, messages)
          checkMessage(message, stood, true, told)
          const startsAt = isCancellationNotice(message) ? told : startOf(message, stood)
          if (startsAt !== 'any') tellings.push({ message, startsAt })
          tally(message)
        }
        if (next.do === 'correct' && next.what === 'place')
          await checkPlace(`slot-${next.slot}`, tellingsBefore, rows, messages, now)
        checkNotRepeated(rows, tellings)
        known = new Set(messages.map((message) => message.reference))
        checkOnce(rows, messages)
        checkRows(rows, now)
        checkShortNotice(rows)
        // Liveness: only downtime may make a reminder expire.
        const expired = rows.filter((row) => row.state === 'expired').length
        const isDowntime = next.do === 'jump' || next.do === 'crash'
        if (!isDowntime) assert.equal(expired, expiredBefore, `${JSON.stringify(next)} let a reminder expire`)
        expiredBefore = expired
      },
      /** Leaves nothing behind that would become due when a later sequence sets the clock back. */
      async end(): Promise<void> {
        await world.sql(
          `update reminder set run_at = null, state = case when state in ('planned', 'held') then 'cancelled' else state end,
             reason_code = case when state in ('planned', 'held') then 'superseded' else reason_code end
           where platform_holder_id = $1 and run_at is not null`,
          [holder.id],
        )
      },
    }
  }

  type Stage = { readonly holder: TestHolder; readonly people: readonly Person[]; readonly slots: Slot[] }

  async function perform(next: Command, { holder, people, slots }: Stage): Promise<void> {
    if (next.do === 'submit') {
      const target = people[next.who]
      assert.ok(target)
      const id = `slot-${next.slot}`
      const isChanged = await submitSlot(holder, slots, { id, target, startsAt: await startFor(next) })
      const appointmentId = slots.find((one) => one.id === id)?.appointmentId ?? ''
      if (isChanged) checkNotForgotten(await rowsOf(holder), appointmentId, await world.clock.now())
    } else if (next.do === 'correct') {
      const found = slots.find((one) => one.id === `slot-${next.slot}`)
      if (!found || found.status !== 'registered' || !(await isStillAhead(found))) return
      const before = await rowsOf(holder)
      if (next.what === 'end') found.minutes += 5
      else if (next.what === 'place') found.place = places.find((place) => place !== found.place) ?? found.place
      else found.person = people.find((one) => one !== found.person) ?? found.person
      found.isConfirmed = false
      const { phone, email } = found.person
      const { status, body } = await submit(holder, { ...found, phone, email, locationId: idOf(found.place) })
      assert.equal(status, 200, JSON.stringify(body))
      checkNothingLost(before, await rowsOf(holder), found.appointmentId ?? '')
    } else if (next.do === 'cancel') {
      const found = slots.find((one) => one.id === `slot-${next.slot}`)
      if (!found) return
      await world.cancelBySource(holder, found.id)
      found.status = 'cancelled'
    } else if (next.do === 'reply') await answer(next.text, people[next.who], slots)
    else if (next.do === 'unsubscribe') await unsubscribe(people[next.who])
    else if (next.do === 'policy') {
      const before = await rowsOf(holder)
      const { steps = [], ...rest } = policies[next.index] ?? {}
      await world.editPolicy(holder, { steps, ...rest })
      const offsets = steps.map(({ offset }) => offset)
      checkStepsKept(before, await rowsOf(holder), offsets)
    } else if (next.do === 'crash') await crash(holder, next.leaves)
    else if (next.do === 'fault') await world.fault(faults[next.index] ?? { provider: 'twilio', mode: 'none' })
    else if (next.do === 'jump') await world.clock.set((await world.clock.now()).add({ hours: next.hours }).toString())
    else await world.clock.advance(`PT${next.hours}H`)
  }

  /** A source may correct past appointments, which the model does not cover. */
  async function isStillAhead({ startsAt }: Slot): Promise<boolean> {
    return Temporal.Instant.compare(await world.clock.now(), startsAt) < 0
  }

  async function startFor({ days, time }: { days: number; time: string }): Promise<Temporal.Instant> {
    const today = (await world.clock.now()).toZonedDateTimeISO(amsterdam).toPlainDate()
    return today.add({ days }).toZonedDateTime({ timeZone: amsterdam, plainTime: time }).toInstant()
  }

  async function submitSlot(
    holder: TestHolder,
    slots: Slot[],
    { id, target, startsAt }: { id: string; target: Person; startsAt: Temporal.Instant },
  ): Promise<boolean> {
    const { phone, email } = target
    const found = slots.find((one) => one.id === id)
    const place = found?.place ?? places[0]
    const { status, body } = await submit(holder, { id, phone, email, startsAt, locationId: idOf(place) })
    assert.ok(status === 200 || status === 201, JSON.stringify(body))
    const { appointmentId } = body.data
    if (!found) {
      slots.push({
        id,
        appointmentId,
        status: 'registered',
        startsAt,
        person: target,
        isConfirmed: false,
        minutes: 15,
        place,
      })
      return true
    }
    assert.equal(appointmentId, found.appointmentId)
    const isSame =
      found.status === 'registered' &&
      found.person === target &&
      found.startsAt.equals(startsAt) &&
      found.minutes === 15
    assert.equal(body.data.outcome, isSame ? 'unchanged' : found.status === 'cancelled' ? 'reopened' : 'updated')
    if (!isSame)
      Object.assign(found, { status: 'registered', startsAt, person: target, isConfirmed: false, minutes: 15 })
    return !isSame
  }

  /** A reply is about the appointment of the last text message to the number. */
  async function answer(text: string, from: Person | undefined, slots: Slot[]): Promise<void> {
    assert.ok(from)
    const texts = (await messagesOf([from])).filter(({ channel }) => channel === 'sms').filter(isAboutAnAppointment)
    const last = texts.at(-1)
    // Our acknowledgement is a message too; how it fares under faults is not tested here.
    await world.fault({ provider: 'twilio', mode: 'none' })
    await world.fault({ provider: 'smtp', mode: 'none' })
    assert.equal(await world.inbound({ from: from.phone, text }), 200)
    if (!last) return
    if (text === 'STOP') from.wantsSms = false
    else if (text === 'START') from.wantsSms = true
    else {
      const confirmed = slots.find((one) => one.appointmentId === last.appointmentId)
      const [view] = await world.sql<{ isConfirmed: boolean }>(
        `select confirmed_revision is not distinct from schedule_revision as is_confirmed from appointment where id = $1`,
        [confirmed?.appointmentId],
      )
      // Only the engine knows whether the told revision is the present one; the model then holds it to that.
      if (confirmed && view?.isConfirmed) confirmed.isConfirmed = true
    }
  }

  async function unsubscribe(target: Person | undefined): Promise<void> {
    assert.ok(target)
    const mail = (await world.mailTo(target.email)).at(-1)
    const link = /<(http[^>]+\/u\/[^>]+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1]
    if (!link) return
    const response = await fetch(link, { method: 'POST', body: new URLSearchParams() })
    await response.arrayBuffer()
    assert.equal(response.status, 200)
    target.wantsEmail = false
  }

  /**
   * The worker dies while the next reminder is due: before claiming it, after claiming it, or between recording the
   * hand-over and calling the provider. Its lease has expired when another worker comes.
   */
  async function crash(holder: TestHolder, leaves: 'nothing' | 'claimed' | 'handed_over'): Promise<void> {
    await engine.stop()
    try {
      const [next] = await world.sql<{ id: string; runAt: Temporal.Instant; clock: Temporal.Instant }>(
        `select id, run_at, tijdig_now() as clock from reminder
         where platform_holder_id = $1 and state = 'planned' and attempts = 0 order by run_at limit 1`,
        [holder.id],
      )
      if (!next || next.runAt.since(next.clock).total('hours') > 30) return
      await world.clock.set(next.runAt.toString())
      if (leaves !== 'nothing') await leaveBehind(next.id, leaves)
    } finally {
      engine = startEngine()
    }
  }

  async function leaveBehind(id: string, state: 'claimed' | 'handed_over'): Promise<void> {
    const isNoted = state === 'handed_over'
    await world.sql(
      `update reminder set state = $2, claim_no = claim_no + 1, run_at = tijdig_now() - interval '1 second', lease_until = tijdig_now() - interval '1 second',
         attempts = case when $3 then 1 else 0 end, channel_tries = case when $3 then 1 else 0 end,
         handed_over_at = case when $3 then tijdig_now() end,
         told_starts_at = case when $3 then (select starts_at from appointment a where a.id = appointment_id) end
       where id = $1`,
      [id, state, isNoted],
    )
    if (!isNoted) return
    await world.sql(
      `insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider, destination,
         destination_key, sender, body, handed_over_at, updated_at)
       select r.platform_holder_id, r.id, 1, gen_random_uuid(), r.channel, 'handed_over', 'twilio',
         case r.channel when 'sms' then a.recipient_phone else a.recipient_email end,
         case r.channel when 'sms' then a.recipient_phone_key else a.recipient_email_key end,
         'x', 'never left', tijdig_now(), tijdig_now()
       from reminder r join appointment a on a.id = r.appointment_id where r.id = $1`,
      [id],
    )
  }

  async function messagesOf(people: readonly Person[]): Promise<Message[]> {
    const attempts = await world.sql<{ reference: string; appointmentId: string }>(
      `select t.message_reference::text as reference, r.appointment_id from reminder_attempt t
       join reminder r on r.platform_holder_id = t.platform_holder_id and r.id = t.reminder_id`,
    )
    const appointmentIds = new Map(attempts.map(({ reference, appointmentId }) => [reference, appointmentId]))
    const found: Omit<Message, 'appointmentId'>[] = []
    for (const { phone, email } of people) {
      for (const sms of await world.smsTo(phone)) {
        const reference = fromReference(sms.reference) ?? ''
        found.push({ ...sms, reference, channel: 'sms', clockAt: Temporal.Instant.from(sms.clockAt) })
      }
      for (const mail of await world.mailTo(email)) {
        const reference = fromReference(/<([0-9a-f]{32})@/.exec(mail.headers['message-id'] ?? '')?.[1] ?? '') ?? ''
        const { subject, text } = mail
        const clockAt = Temporal.Instant.from(mail.clockAt)
        found.push({ reference, channel: 'email', to: email, text: `${subject} ${text}`, clockAt })
      }
    }
    return found.map((message) => ({ ...message, appointmentId: appointmentIds.get(message.reference) ?? null }))
  }

  function rowsOf(holder: TestHolder): Promise<StoredRow[]> {
    return world.sql<StoredRow>(
      `select r.id, r.appointment_id, r.schedule_revision, a.schedule_revision as current_revision, a.status, r.kind, r.offset_key, r.state,
         r.reason_code, r.moved_because, a.starts_at, r.due_at, r.latest_at, r.told_starts_at,
         coalesce((select array_agg(t.message_reference::text) from reminder_attempt t where t.reminder_id = r.id), '{}') as references
       from reminder r join appointment a on a.platform_holder_id = r.platform_holder_id and a.id = r.appointment_id
       where r.platform_holder_id = $1`,
      [holder.id],
    )
  }
})

function idOf(place: string): string {
  return place.replaceAll(' ', '-')
}

/** The start that a message tells, among those that its appointment had. */
function startOf({ text }: Message, stood: readonly Slot[]): Temporal.Instant {
  const named = stood.findLast((slot) => text.includes(clockTime(slot.startsAt)))
  assert.ok(named, text)
  return named.startsAt
}

/** A copy of the slots with their people, so that later replies do not change the past. */
function structuredCopy(slots: readonly Slot[]): Slot[] {
  return slots.map((slot) => ({ ...slot, person: { ...slot.person } }))
}
