import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Ctx, Services } from '#/kernel/context.ts'
import { inTransaction, runOnce, statement, type Tx } from '#/kernel/postgres/db.ts'
import { readClock } from '#/kernel/time/clock.ts'
import type { Log } from '#/kernel/log.ts'
import { createApiKeyRow, inviteStaff } from '#/slices/access/access.ts'
import { createHolderAppointment } from '#/slices/appointments/local/create-holder-appointment.ts'
import { submitHolderAppointmentIntake } from '#/slices/appointments/intake/submit-intake.ts'
import { createHolder } from '#/slices/holders/holders.ts'
import { createProfile, linkRecipient } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { createDefaultPolicy } from '#/slices/reminders/reminders.ts'
import { scopesOf } from '#/surfaces/scopes.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { operations } from './operations.ts'
import { auditOperator } from './operator/operator-audit.ts'
import { OperatorError } from './operator/operator-error.ts'
import { sandboxUrls } from './wiring.ts'

/** Two invented organizations with their staff, and people who have appointments there. Telephone numbers are fictive. */
const demoHolders = [
  {
    displayName: 'Huisartsenpraktijk De Linde',
    branch: 'Zorg',
    defaultLocale: 'nl',
    staff: ['sanne@linde.example', 'bram@linde.example'],
    locations: [{ id: 'lindelaan', name: 'Lindelaan 1', personCount: 4, roomCount: 3 }],
    recipients: [
      { displayName: 'Noor Jansen', phoneNumberE164: '+31612340101', email: 'noor@example.com' },
      { displayName: 'Daan Bakker', phoneNumberE164: '+31612340102', email: null },
    ],
  },
  {
    displayName: 'Harbour Dental',
    branch: 'Zorg',
    defaultLocale: 'en',
    staff: ['kim@harbour.example', 'alex@harbour.example'],
    locations: [{ id: 'quay', name: 'Havenkade 12', personCount: 3, roomCount: 3 }],
    recipients: [
      { displayName: 'Noor Jansen', phoneNumberE164: '+31612340101', email: 'noor@example.com' },
      { displayName: 'Robin Smit', phoneNumberE164: null, email: 'robin@example.com' },
    ],
  },
] as const

const demoSignIns = [
  { phoneNumberE164: '+31612340101', isLinked: true },
  { phoneNumberE164: '+31612340102', isLinked: false },
]

/**
 * Days from now and local times of the demo appointments of each recipient. Half of them came from another system, which
 * alone can move them; staff entered the others.
 */
const demoSlots = [
  { inDays: 2, time: '09:30', origin: 'intake' },
  { inDays: 5, time: '14:00', origin: 'local' },
  { inDays: 9, time: '11:15', origin: 'intake' },
  { inDays: 13, time: '16:45', origin: 'local' },
] as const

/**
 * Adds the demo data when there is no holder yet.
 *
 * @param pools operator for what only operators do, api for what the API does, login for the sign-in of recipients
 * @returns whether it was added
 */
export async function seedDemo(
  pools: { operator: pg.Pool; api: pg.Pool; login: pg.Pool },
  services: Services,
  settings: Settings,
  log: Log,
): Promise<boolean> {
  const isFirst = await inTransaction(pools.operator, { holder: null }, async (tx) => {
    await tx.rows(lockDemo)
    const [row] = await tx.rows(countHolders)
    if (row?.count !== 0) return false
    for (const demo of demoHolders) await createDemoHolder(tx, demo, settings)
    return true
  })
  if (!isFirst) return false
  for (const holder of await runOnce(pools.operator, selectDemoHolders))
    await addAppointments(pools.api, services, holder, log)
  await addSignIns(pools, services)
  return true
}

/** Two people can sign in: one is linked at both holders, the other proves a number that nobody linked. */
async function addSignIns(pools: { operator: pg.Pool; login: pg.Pool }, services: Services): Promise<void> {
  const { now } = await readClock(pools.operator)
  for (const { phoneNumberE164, isLinked } of demoSignIns) {
    const id = await createProfile(pools.login, services.keys, phoneNumberE164, now)
    if (!isLinked) continue
    await inTransaction(pools.operator, { holder: null }, async (tx) => {
      const entries = (await tx.rows(selectDemoEntries, [phoneNumberE164])).map((row) => ({
        platformHolderId: row.platformHolderId,
        holderRecipientId: row.holderRecipientId,
      }))
      const profile = { id, phoneNumberE164, locale: null }
      const linked = await linkRecipient(tx, pools.login, {
        profile,
        entries,
        recipientId: null,
        displayName: null,
        email: null,
      })
      auditOperator(tx, { platformHolderId: null, action: 'recipientLinked', subjects: [linked.recipientId, id] })
    })
  }
}

async function createDemoHolder(tx: Tx, demo: (typeof demoHolders)[number], settings: Settings): Promise<void> {
  const id = await createHolder(tx, { displayName: demo.displayName, defaultLocale: demo.defaultLocale }, (t, holder) =>
    createDefaultPolicy(t, holder, settings.sms.sender),
  )
  await tx.rows(completeDemoHolder, [id, demo.branch, JSON.stringify({ locations: demo.locations })])
  for (const email of demo.staff) await inviteStaff(tx, id, email)
  auditOperator(tx, { platformHolderId: id, action: demoCreated, subjects: [id] })
}

/** The action of the audit row by which a demo holder is known, whatever it was renamed to. */
const demoCreated = 'demoCreated'

type DemoHolderRow = {
  readonly id: string
  readonly displayName: string
  readonly actorId: string
  readonly clock: Temporal.Instant
}

/** Appointments come in the way all others do: through the operations, each in a transaction of its own. */
async function addAppointments(pool: pg.Pool, services: Services, holder: DemoHolderRow, log: Log): Promise<void> {
  const demo = demoHolders.find((candidate) => candidate.displayName === holder.displayName)
  const location = demo?.locations[0]
  for (const [person, recipient] of (demo?.recipients ?? []).entries()) {
    for (const [number, slot] of demoSlots.entries()) {
      const start = Temporal.PlainTime.from(slot.time)
      const day = holder.clock
        .toZonedDateTimeISO('Europe/Amsterdam')
        .toPlainDate()
        .add({ days: slot.inDays + person })
      const startsAt = day.toZonedDateTime({ timeZone: 'Europe/Amsterdam', plainTime: start })
      const facts = {
        ...(location ? { locationId: location.id } : {}),
        startsAt: startsAt.toString({ timeZoneName: 'never' }),
        endsAt: startsAt.add({ minutes: 20 }).toString({ timeZoneName: 'never' }),
        timezone: 'Europe/Amsterdam',
        recipient: {
          displayName: recipient.displayName,
          ...(recipient.phoneNumberE164 ? { phoneNumberE164: recipient.phoneNumberE164 } : {}),
          ...(recipient.email ? { email: recipient.email } : {}),
        },
      }
      const input = { params: { platformHolderId: holder.id }, query: {} }
      const source = { sourceSystem: 'demo', externalAppointmentId: `demo-${person + 1}-${number + 1}` }
      await inTransaction(pool, { holder: holder.id }, async (tx) => {
        const ctx = systemCtx(tx, services, holder, log)
        if (slot.origin === 'intake')
          await submitHolderAppointmentIntake.handle(ctx, { ...input, body: { ...source, ...facts } })
        else await createHolderAppointment.handle(ctx, { ...input, body: { clientRequestId: randomUUID(), ...facts } })
      })
    }
  }
}

function systemCtx(tx: Tx, services: Services, holder: DemoHolderRow, log: Log): Ctx {
  return {
    requestId: 'demo',
    now: holder.clock,
    identity: {
      credentialId: holder.actorId,
      authentication: 'api_key',
      actorId: holder.actorId,
      role: 'platform_holder_user',
      platformHolderId: holder.id,
      recipientId: null,
      profileId: null,
      scopes: services.scopes.platform_holder_user,
    },
    platformHolderId: holder.id,
    tx,
    services,
    log,
    touch: () => undefined,
  }
}

/** What a newcomer needs to sign in and look around. */
export async function describeDemo(pool: pg.Pool, settings: Settings) {
  const holders = await runOnce(pool, selectDemo)
  return {
    baseUrl: settings.baseUrl,
    loginUrl: settings.loginUrl,
    sandboxUrl: sandboxUrls(settings).url,
    holders: holders.map((holder) => ({
      id: holder.id,
      displayName: holder.displayName,
      staff: holder.staff.map((email) => ({ email })),
      recipients: holder.recipients.map((recipient) => ({
        id: recipient.id,
        displayName: recipient.name,
        phoneNumberE164: recipient.phone,
        linked: recipient.recipientId !== null,
        recipientId: recipient.recipientId,
      })),
    })),
  }
}

/**
 * A fresh API key of a demo holder's first member of staff, for trying the API and the import.
 *
 * @param pool acts as tijdig_operator
 * @param platformHolderId null: the first demo holder
 * @throws OperatorError when it is no demo holder, or nobody works there any more
 */
export async function createDemoKey(
  pool: pg.Pool,
  platformHolderId: string | null,
): Promise<{ apiKey: string; platformHolderId: string }> {
  const holders = await runOnce(pool, selectDemoHolders)
  const holder = platformHolderId === null ? holders[0] : holders.find((candidate) => candidate.id === platformHolderId)
  if (!holder)
    throw new OperatorError(
      'There is no such demo organization with active staff: `tijdig demo show` shows those there are.',
    )
  return inTransaction(pool, { holder: null }, async (tx) => {
    const apiKey = await createApiKeyRow(tx, {
      platformHolderId: holder.id,
      actorId: holder.actorId,
      name: 'Demo key',
      scopes: scopesOf(operations, 'platform_holder_user'),
      days: 365,
    })
    auditOperator(tx, { platformHolderId: holder.id, action: 'demoKeyCreated' })
    return { apiKey, platformHolderId: holder.id }
  })
}

const lockDemo = statement('lock_demo', `select pg_advisory_xact_lock(hashtextextended('demo', 0))`)
const countHolders = statement<{ count: number }>('count_holders', 'select count(*) as count from platform_holder')
const completeDemoHolder = statement(
  'complete_demo_holder',
  `update platform_holder set status = 'active', active_from = tijdig_now(), branch = $2, scheduling_setup = $3 where platform_holder_id = $1`,
)
const selectDemoHolders = statement<DemoHolderRow>(
  'select_demo_holders',
  `select h.platform_holder_id as id, h.display_name, tijdig_now() as clock, s.id as actor_id
   from platform_holder h
   cross join lateral (select id from staff_member where platform_holder_id = h.platform_holder_id and status = 'active' order by created_at, id limit 1) s
   where h.status <> 'deleted'
     and exists (select 1 from audit_event e where e.platform_holder_id = h.platform_holder_id and e.action = '${demoCreated}')
   order by h.created_at, h.platform_holder_id limit 20`,
)
const selectDemoEntries = statement<{ platformHolderId: string; holderRecipientId: string }>(
  'select_demo_entries',
  `select distinct platform_holder_id, holder_recipient_id from appointment
   where recipient_phone = $1 and source_system = 'demo' order by platform_holder_id, holder_recipient_id limit 20`,
)
const selectDemo = statement<{
  id: string
  displayName: string
  staff: readonly string[]
  recipients: readonly { id: string; name: string; phone: string | null; recipientId: string | null }[]
}>(
  'select_demo',
  `select h.platform_holder_id as id, h.display_name,
     coalesce((select json_agg(s.email order by s.created_at, s.id) from staff_member s where s.platform_holder_id = h.platform_holder_id and s.status = 'active'), '[]'::json) as staff,
     coalesce((select json_agg(json_build_object('id', x.id, 'name', x.recipient_name, 'phone', x.recipient_phone, 'recipientId', x.recipient_id) order by x.recipient_name)
       from (select distinct on (a.holder_recipient_id) a.holder_recipient_id as id, a.recipient_name, a.recipient_phone, l.recipient_id
             from appointment a left join recipient_link l using (platform_holder_id, holder_recipient_id) where a.platform_holder_id = h.platform_holder_id and a.source_system = 'demo'
             order by a.holder_recipient_id, a.updated_at desc limit 20) x), '[]'::json) as recipients
   from platform_holder h where h.status <> 'deleted' order by h.created_at, h.platform_holder_id limit 20`,
)
