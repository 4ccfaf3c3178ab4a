import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Identity, Services } from '#/kernel/context.ts'
import { answer, openCall, type Engine } from '#/kernel/execute.ts'
import type { Log } from '#/kernel/log.ts'
import type { Fields, Operation } from '#/kernel/operation.ts'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { readClock } from '#/kernel/time/clock.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { cancelHolderAppointment } from '#/slices/appointments/local/cancel-holder-appointment.ts'
import { createHolderAppointment } from '#/slices/appointments/local/create-holder-appointment.ts'
import { recordHolderAppointmentOutcome } from '#/slices/appointments/local/record-holder-appointment-outcome.ts'
import { updateHolderAppointment } from '#/slices/appointments/local/update-holder-appointment.ts'
import { submitHolderAppointmentIntake } from '#/slices/appointments/intake/submit-intake.ts'
import { createHolder } from '#/slices/holders/holders.ts'
import { createProfile, linkRecipient } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { createRecipientCancellationRequest } from '#/slices/recipient-requests/recipient/create-recipient-cancellation-request.ts'
import { createRecipientRescheduleRequest } from '#/slices/recipient-requests/recipient/create-recipient-reschedule-request.ts'
import { confirmRecipientAppointment } from '#/slices/recipients/appointments/confirm-recipient-appointment.ts'
import { createDefaultPolicy } from '#/slices/reminders/reminders.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { listDemoHolders } from './demo.ts'
import { demoHolders, demoPeople, demoVisits, type DemoHolder, type DemoPerson, type DemoVisit } from './demo-data.ts'
import {
  completeDemoHolder,
  countHolders,
  demoCreated,
  lockDemo,
  selectDemoEntries,
  setDemoPolicy,
  type DemoHolderRow,
} from './demo-store.ts'

export type DemoPools = { readonly operator: pg.Pool; readonly api: pg.Pool; readonly login: pg.Pool }

const timezone = 'Europe/Amsterdam'

/**
 * Adds the demo data when there is no holder yet. All but organizations, sign-ins and links is made by operations of
 * the API, each in a transaction of its own with its audit row.
 *
 * @returns whether it was added
 */
export async function seedDemo(pools: DemoPools, services: Services, settings: Settings, log: Log): Promise<boolean> {
  const isFirst = await inTransaction(pools.operator, { holder: null }, async (tx) => {
    await tx.rows(lockDemo)
    const [row] = await tx.rows(countHolders)
    if (row?.count !== 0) return false
    for (const demo of demoHolders) await createDemoHolder(tx, demo, settings)
    return true
  })
  if (!isFirst) return false
  const engine = { pool: pools.api, services, log }
  const holders = await listDemoHolders(pools.operator)
  const visits: Visit[] = []
  for (const [index, demo] of demoHolders.entries()) {
    const holder = holders.find(({ displayName }) => displayName === demo.displayName)
    if (!holder) throw new Error(`${demo.displayName} is not there`)
    for (const [number, visit] of (demoVisits[index] ?? []).entries())
      visits.push(await addVisit(engine, holder, demo, visit, number))
  }
  const recipients = await addSignIns(pools, services)
  for (const visit of visits) await goOn(engine, visit, recipients)
  return true
}

async function createDemoHolder(tx: Tx, demo: DemoHolder, settings: Settings): Promise<void> {
  const id = await createHolder(tx, { displayName: demo.displayName, defaultLocale: demo.defaultLocale }, (t, holder) =>
    createDefaultPolicy(t, holder, settings.sms.sender),
  )
  await tx.rows(completeDemoHolder, [id, demo.branch, JSON.stringify({ locations: demo.locations }), demo.phoneNumber])
  tx.send(setDemoPolicy, [id, demo.policy.sendRegistrationNotice, JSON.stringify(demo.policy.quietHours)])
  for (const email of demo.staff) await inviteStaff(tx, id, email)
  auditOperator(tx, { platformHolderId: id, action: demoCreated, subjects: [id] })
}

/** A demo appointment as it was made. */
type Visit = {
  readonly holder: DemoHolderRow
  readonly visit: DemoVisit
  readonly id: string
  readonly facts: ReturnType<typeof factsOf>
  readonly source: { readonly sourceSystem: 'demo'; readonly externalAppointmentId: string }
}

async function addVisit(
  engine: Engine,
  holder: DemoHolderRow,
  demo: DemoHolder,
  visit: DemoVisit,
  number: number,
): Promise<Visit> {
  const [who, , , origin] = visit
  const person: DemoPerson = demoPeople[who]
  const facts = factsOf(holder, demo, visit)
  const source = { sourceSystem: 'demo', externalAppointmentId: `demo-${number + 1}` } as const
  const call = callAs(engine, holder, staffOf(holder, engine))
  const params = { platformHolderId: holder.id }
  if (origin === 'intake') {
    const data = await call(submitHolderAppointmentIntake, params, { ...source, ...facts })
    return { holder, visit, facts, source, id: String(data['appointmentId']) }
  }
  const recipient = { ...facts.recipient, ...(person.locale ? { locale: person.locale } : {}) }
  const data = await call(createHolderAppointment, params, { clientRequestId: randomUUID(), ...facts, recipient })
  return { holder, visit, facts, source, id: String(data['id']) }
}

function factsOf({ clock }: DemoHolderRow, demo: DemoHolder, [who, inDays, time]: DemoVisit) {
  const { displayName, phoneNumberE164, email } = demoPeople[who]
  const day = clock.toZonedDateTimeISO(timezone).toPlainDate().add({ days: inDays })
  const startsAt = day.toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from(time) })
  return {
    locationId: demo.locations[0].id,
    startsAt: startsAt.toString({ timeZoneName: 'never' }),
    endsAt: startsAt.add({ minutes: 20 }).toString({ timeZoneName: 'never' }),
    timezone,
    recipient: { displayName, ...(phoneNumberE164 ? { phoneNumberE164 } : {}), ...(email ? { email } : {}) },
  }
}

/** Adds those who signed in, and links those an operator knows. @returns the recipients, by the keys of `demoPeople` */
async function addSignIns(pools: DemoPools, services: Services): Promise<ReadonlyMap<string, string>> {
  const { now } = await readClock(pools.operator)
  const recipients = new Map<string, string>()
  for (const [who, { phoneNumberE164, locale, signIn }] of Object.entries<DemoPerson>(demoPeople)) {
    if (!signIn || phoneNumberE164 === null) continue
    const id = await createProfile(pools.login, services.keys, phoneNumberE164, now)
    if (signIn === 'proved') continue
    await inTransaction(pools.operator, { holder: null }, async (tx) => {
      const entries = await tx.rows(selectDemoEntries, [phoneNumberE164])
      const profile = { id, phoneNumberE164, locale }
      const linked = await linkRecipient(tx, pools.login, {
        profile,
        entries,
        recipientId: null,
        displayName: null,
        email: null,
      })
      auditOperator(tx, { platformHolderId: null, action: 'recipientLinked', subjects: [linked.recipientId, id] })
      recipients.set(who, linked.recipientId)
    })
  }
  return recipients
}

/** Plays what became of an appointment, which is still at its first version. */
async function goOn(engine: Engine, made: Visit, recipients: ReadonlyMap<string, string>): Promise<void> {
  const { holder, visit, id, facts, source } = made
  const [who, , , origin, story] = visit
  const asStaff = callAs(engine, holder, staffOf(holder, engine))
  const params = { platformHolderId: holder.id, appointmentId: id }
  const expectedVersion = 1
  const asked = { clientRequestId: randomUUID(), expectedVersion }
  const later = (hours: number) => ({
    startsAt: hoursAfter(facts.startsAt, hours),
    endsAt: hoursAfter(facts.endsAt, hours),
  })
  const asRecipient = () => callAs(engine, holder, recipientOf(recipients.get(who), engine))
  switch (story) {
    case 'came':
    case 'missed': {
      const outcome = story === 'came' ? 'completed' : 'no_show'
      await asStaff(recordHolderAppointmentOutcome, params, { expectedVersion, outcome })
      return
    }
    case 'moved':
      if (origin === 'local') await asStaff(updateHolderAppointment, params, { expectedVersion, ...later(24) })
      else
        await asStaff(
          submitHolderAppointmentIntake,
          { platformHolderId: holder.id },
          { ...source, ...facts, ...later(24) },
        )
      return
    case 'cancelled':
      await asStaff(cancelHolderAppointment, params, { ...asked, reasonCode: 'recipient' })
      return
    case 'confirmed':
      await asRecipient()(confirmRecipientAppointment, { appointmentId: id }, asked)
      return
    case 'wants_to_cancel':
      await asRecipient()(createRecipientCancellationRequest, { appointmentId: id }, asked)
      return
    case 'wants_to_move': {
      const preferredWindows = [later(24), later(48)]
      await asRecipient()(createRecipientRescheduleRequest, { appointmentId: id }, { ...asked, preferredWindows })
      return
    }
    case undefined:
      return
  }
}

function hoursAfter(instant: string, hours: number): string {
  return Temporal.Instant.from(instant).add({ hours }).toString({ timeZone: timezone })
}

/** Calls operations as somebody, without HTTP. */
function callAs(engine: Engine, { clock }: DemoHolderRow, identity: Identity) {
  return async (operation: Operation, params: Fields, body: Fields): Promise<Record<string, unknown>> => {
    const call = openCall(engine, { requestId: 'demo', now: clock, identity }, false)
    const { data } = await answer(call, operation, { params, query: {}, body })
    return data as Record<string, unknown>
  }
}

const withKey = { authentication: 'api_key', profileId: null } as const

function staffOf({ id, actorId }: DemoHolderRow, { services }: Engine): Identity {
  const role = 'platform_holder_user'
  const actor = { credentialId: actorId, actorId, role, scopes: services.scopes[role] } as const
  return { ...withKey, ...actor, platformHolderId: id, recipientId: null }
}

function recipientOf(recipientId: string | undefined, { services }: Engine): Identity {
  if (recipientId === undefined) throw new Error('Only those who are linked confirm or ask')
  const role = 'recipient'
  const actor = { credentialId: recipientId, actorId: recipientId, role, scopes: services.scopes[role] } as const
  return { ...withKey, ...actor, platformHolderId: null, recipientId }
}
