import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../harness.ts'
import { person, startWorld, type World } from '../world.ts'
import { filterOf, openDesk, type Desk, type Visit } from './batch-world.ts'

type Channel = 'sms' | 'email'
type Action = 'cancel' | 'postpone' | 'delay'

/** What becomes of somebody whom only one channel reaches, half an hour past midnight: right after the batch, and in the morning. */
type Cell = {
  readonly what: string
  /** When the appointment starts, by the clock of Amsterdam; default 09:00, so near that quiet hours do not count. */
  readonly at?: string
  readonly quietHours?: { readonly from: string; readonly to: string }
  /** Makes the case of an appointment, before it is previewed. */
  readonly make?: Make
  /** The same once it was applied. */
  readonly makeLater?: Make
  readonly sms: Outcome
  readonly email: Outcome
}
type Make = (desk: Desk, visit: Told, channel: Channel) => Promise<unknown>
type Outcome = {
  readonly now: 'told' | 'applied' | `must_call ${string}`
  readonly morning: 'told' | `must_call ${string}`
  /** Of the message, where there is one. */
  readonly says?: Readonly<Record<Action, RegExp>>
}
type Told = Visit & { readonly email: string; readonly name: string }

const quiet = { from: '21:00', to: '08:00' }
const told: Outcome = { now: 'told', morning: 'told' }
const waits: Outcome = { now: 'applied', morning: 'told' }
const mustCall = (reason: string): Outcome => ({ now: `must_call ${reason}`, morning: `must_call ${reason}` })

const dutch = {
  cancel: /gaat niet door/i,
  postpone: /kan dan niet doorgaan|uitgesteld/i,
  delay: /later/i,
}
const german = { cancel: /abgesagt/i, postpone: /nicht stattfinden|verschoben/i, delay: /später/i }

/** Opts the contact of a visit out at a holder, by the channel that alone reaches it. */
const optOut =
  (at: (desk: Desk) => string) =>
  (desk: Desk, { appointmentId }: Told, channel: Channel) =>
    world.sql(
      `insert into suppression (platform_holder_id, channel, contact_key, is_active, source)
     select $1, $2, case $2 when 'sms' then recipient_phone_key else recipient_email_key end, true, 'staff'
     from appointment where id = $3`,
      [at(desk), channel, appointmentId],
    )

const cells: readonly Cell[] = [
  { what: 'G8 a start that is near is told by night', sms: told, email: told },
  { what: 'G8 a start in more than twelve hours waits for the morning', at: '14:00', sms: waits, email: waits },
  {
    what: 'G8 a start in more than twelve hours, before quiet hours end, is to be called',
    at: '14:00',
    quietHours: { from: '20:00', to: '18:00' },
    sms: mustCall('quiet_hours'),
    email: mustCall('quiet_hours'),
  },
  {
    what: 'G9 an opt-out wins, also over what is urgent',
    make: optOut(({ holder }) => holder.id),
    sms: mustCall('recipient_opted_out'),
    email: mustCall('recipient_opted_out'),
  },
  {
    what: 'G9 an opt-out by night wins over what waits for the morning',
    at: '14:00',
    makeLater: optOut(({ holder }) => holder.id),
    sms: { now: 'applied', morning: 'must_call recipient_opted_out' },
    email: { now: 'applied', morning: 'must_call recipient_opted_out' },
  },
  {
    what: 'G10 an opt-out at another organization is none here',
    make: optOut(() => other.holder.id),
    sms: told,
    email: told,
  },
  {
    what: 'G11 neither the name of the person nor of what they come for stands in a text or a subject',
    sms: { ...told, says: dutch },
    email: { ...told, says: dutch },
  },
  {
    what: 'G12 in the language of the person',
    make: (desk, { appointmentId }) =>
      world.sql(
        `update holder_recipient set locale = 'de' where platform_holder_id = $1 and id = (
           select holder_recipient_id from appointment where platform_holder_id = $1 and id = $2)`,
        [desk.holder.id, appointmentId],
      ),
    sms: { ...told, says: german },
    email: { ...told, says: german },
  },
  {
    what: 'G12 in that of the organization, where one is not written',
    make: (desk, { appointmentId }) =>
      world.sql(
        `update holder_recipient set locale = 'is' where platform_holder_id = $1 and id = (
           select holder_recipient_id from appointment where platform_holder_id = $1 and id = $2)`,
        [desk.holder.id, appointmentId],
      ),
    sms: { ...told, says: dutch },
    email: { ...told, says: dutch },
  },
]

let world: World
let other: Desk

describe('B5 what holds for every message holds for a batch, for each action and channel', () => {
  before(async () => {
    world = await startWorld()
    other = await openDesk(world)
  })
  after(() => world.stop())

  const actions = { cancel: {}, postpone: {}, delay: { delayMinutes: 30 } }
  for (const [action, rest] of Object.entries(actions) as [Action, object][])
    for (const { what, at = '09:00', quietHours = quiet, make, makeLater, ...outcomes } of cells)
      test(`${what}: ${action}`, async () => {
        const desk = await openDesk(world, { quietHours: { ...quietHours, days: null } })
        const midnight = (await world.nextDay()).toZonedDateTimeISO('Europe/Amsterdam').add({ days: 1 }).startOfDay()
        await world.clock.set(midnight.add({ minutes: 30 }).toInstant().toString())
        const visitOf = async (channel: Channel): Promise<Told> => {
          const startsAt = midnight.withPlainTime(at).toInstant()
          const visit = { ...person(), id: `visit-${randomUUID()}`, startsAt }
          const reached = channel === 'sms' ? { phone: visit.phone } : { email: visit.email }
          const { id, name } = visit
          const { appointmentId } = await world.intake(desk.holder, { id, name, startsAt, ...reached })
          await make?.(desk, { ...visit, appointmentId }, channel)
          return { ...visit, appointmentId }
        }
        const visits = { sms: await visitOf('sms'), email: await visitOf('email') }
        const both = Object.values(visits)
        const preview = await desk.preview({ action, ...rest }, filterOf(both))
        const untold = Object.values(outcomes).flatMap(({ now }) => now.split('must_call ')[1] ?? [])
        assert.deepEqual(
          preview.mustCall,
          [...Map.groupBy(untold, (reason) => reason)].map(([reasonCode, { length }]) => ({
            reasonCode,
            count: length,
          })),
        )
        const id = (await desk.confirm(preview.previewToken)).body.data.id
        const outcomesOf = async () => {
          const items = await desk.items(id)
          return both.map(({ appointmentId }) => {
            const item = items.find((one) => one.appointmentId === appointmentId)
            return [item?.outcome, item?.reasonCode].filter((part) => part !== null).join(' ')
          })
        }
        const become = (wanted: readonly string[]) =>
          eventually(async () => JSON.stringify(await outcomesOf()) === JSON.stringify(wanted), 10_000).catch(
            async () => assert.deepEqual(await outcomesOf(), wanted),
          )
        await world.clock.advance('PT121S')
        await become([outcomes.sms.now, outcomes.email.now])
        await makeLater?.(desk, visits.sms, 'sms')
        await makeLater?.(desk, visits.email, 'email')
        await world.clock.set(midnight.add({ hours: 8, minutes: 1 }).toInstant().toString())
        await become([outcomes.sms.morning, outcomes.email.morning])

        const texts = await world.smsTo(visits.sms.phone)
        const mails = await world.mailTo(visits.email.email)
        assert.deepEqual(
          [texts.length, mails.length],
          [outcomes.sms, outcomes.email].map(({ morning }) => (morning === 'told' ? 1 : 0)),
        )
        for (const { from, text } of texts) {
          assert.equal(from, '+3197010250000')
          assert.match(text, /Praktijk Eik/)
          assert.doesNotMatch(text, new RegExp(visits.sms.name))
          assert.match(text, outcomes.sms.says?.[action] ?? /./)
        }
        for (const { subject, text } of mails) {
          assert.match(subject, /Praktijk Eik/)
          assert.doesNotMatch(subject, new RegExp(visits.email.name))
          assert.match(`${subject}\n${text}`, outcomes.email.says?.[action] ?? /./)
        }
      })
})
