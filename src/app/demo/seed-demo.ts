import { FairTurns } from '#/kernel/flow/fair-turns.ts'
import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import type { Engine } from '#/kernel/execution/execute.ts'
import { newId } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { inTransaction, runOnce, type Tx } from '#/kernel/postgres/db.ts'
import { giveUpLease, takeLease } from '#/kernel/postgres/lease.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { createHolder } from '#/slices/holders/holders.ts'
import { createProfile, linkRecipient, noteProof } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { createDefaultPolicy } from '#/slices/reminders/reminders.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { createTestClock } from '#/app/clock/test-clock.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { listDemoHolders } from './demo.ts'
import { demoHolders, demoPeople, demoVisits, type DemoHolder, type DemoPerson, type DemoVisit } from './demo-data.ts'
import {
  completeDemoHolder,
  countHolders,
  demoCreated,
  demoLease,
  selectDemoEntries,
  selectUnreported,
  setDemoNotices,
  setDemoQuietHours,
  type DemoHolderRow,
} from './demo-store.ts'
import { dayOfStory, makeVisit, playStory, timezone, type DemoEngine, type MadeVisit } from './demo-visits.ts'

export type DemoPools = { readonly operator: pg.Pool; readonly api: pg.Pool; readonly login: pg.Pool }

export type SeedOptions = { readonly onBegin?: () => void; readonly signal?: AbortSignal }

/** The demo begins on this day, counted from today. */
const firstDay = -9

/**
 * Adds the demo data when there is no holder yet. The clock is set back and comes forward day by day, and what falls due
 * is sent by the worker that has to be running, so that the past is what the product made of it. All but organizations,
 * sign-ins and links is made by operations of the API, each in a transaction of its own with its audit row.
 *
 * @param options.onBegin called before the first day, when there is anything to add
 * @param options.signal cuts it off between two days; what is there then is erased at the next start
 * @returns whether all of it was added; the clock then shows real time
 */
export async function seedDemo(
  pools: DemoPools,
  services: Services,
  settings: Settings,
  log: Log,
  { onBegin, signal }: SeedOptions = {},
): Promise<boolean> {
  const [row] = await runOnce(pools.operator, countHolders)
  if (row?.count !== 0) return false
  onBegin?.()
  // Given up only at the end: so `eraseUnfinishedDemo` sees that this was cut off.
  const lease = { name: demoLease, ownerId: newId(), forMs: 0 }
  await takeLease(pools.operator, lease)
  await liveThroughDays(pools, { pool: pools.api, services, log, fairTurns: new FairTurns() }, settings, signal)
  if (signal?.aborted) return false
  await giveUpLease(pools.operator, lease)
  return true
}

async function liveThroughDays(
  pools: DemoPools,
  engine: Engine,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<void> {
  const clock = createTestClock(pools.operator, selectUnreported)
  const advanceTo = async (instant: Temporal.Instant) => {
    const left = (await clock.now()).until(instant)
    await clock.advance(left.sign < 0 ? 'PT0S' : left.toString())
  }
  await clock.reset()
  const present = await clock.now()
  const today = present.toZonedDateTimeISO(timezone).toPlainDate()
  const morningOf = (day: number) =>
    today.add({ days: day }).toZonedDateTime({ timeZone: timezone, plainTime: '08:00' }).toInstant()
  try {
    await clock.set(morningOf(firstDay).toString())
    const organizations = await createOrganizations(pools.operator, settings)
    const made: MadeVisit[] = []
    let recipients: ReadonlyMap<string, string> = new Map()
    for (let day = firstDay; day <= 0; day += 1) {
      if (signal?.aborted) return
      await advanceTo(day === 0 ? present : morningOf(day))
      const caller = { ...engine, now: await clock.now() }
      if (day === 0) await switchNoticesOn(pools.operator, organizations)
      for (const organization of organizations) made.push(...(await makeVisits(caller, organization, today, day)))
      if (day === firstDay) recipients = await addSignIns(pools, caller)
      for (const one of made) {
        const [who, , , , , ...stories] = one.visit
        for (const story of stories)
          if (dayOfStory(story, one.visit) === day) await playStory(caller, one, story, recipients.get(who))
      }
    }
    await advanceTo(present)
  } finally {
    await clock.reset()
  }
}

type Organization = {
  readonly demo: DemoHolder
  readonly holder: DemoHolderRow
  readonly visits: readonly DemoVisit[]
}

async function createOrganizations(operator: pg.Pool, settings: Settings): Promise<Organization[]> {
  await inTransaction(operator, { holder: null }, async (tx) => {
    for (const demo of demoHolders) await createDemoHolder(tx, demo, settings)
  })
  const holders = await listDemoHolders(operator)
  return demoHolders.map((demo, index) => {
    const holder = holders.find(({ displayName }) => displayName === demo.displayName)
    if (!holder) throw new Error(`${demo.displayName} is not there`)
    return { demo, holder, visits: demoVisits[index] ?? [] }
  })
}

async function createDemoHolder(tx: Tx, demo: DemoHolder, settings: Settings): Promise<void> {
  const id = await createHolder(tx, { displayName: demo.displayName, defaultLocale: demo.defaultLocale }, (t, holder) =>
    createDefaultPolicy(t, holder, settings.sms.sender),
  )
  await tx.rows(completeDemoHolder, [id, demo.branch, JSON.stringify({ locations: demo.locations }), demo.phoneNumber])
  tx.send(setDemoQuietHours, [id, JSON.stringify(demo.quietHours)])
  for (const email of demo.staff) await inviteStaff(tx, id, email)
  auditOperator(tx, { platformHolderId: id, action: demoCreated, subjects: [id] })
}

async function switchNoticesOn(operator: pg.Pool, organizations: readonly Organization[]): Promise<void> {
  await inTransaction(operator, { holder: null }, async (tx) => {
    for (const { demo, holder } of organizations) tx.send(setDemoNotices, [holder.id, demo.sendsRegistrationNotice])
  })
}

/** Makes the appointments that are made on a day. */
async function makeVisits(
  engine: DemoEngine,
  { demo, holder, visits }: Organization,
  today: Temporal.PlainDate,
  day: number,
): Promise<MadeVisit[]> {
  const made: MadeVisit[] = []
  for (const [index, visit] of visits.entries()) {
    const [, , , , madeInDays] = visit
    if (madeInDays === day) made.push(await makeVisit(engine, holder, demo, { visit, number: index + 1, today }))
  }
  return made
}

/** Adds those who signed in, and links those an operator knows. @returns the recipients, by the keys of `demoPeople` */
async function addSignIns(pools: DemoPools, { services, now }: DemoEngine): Promise<ReadonlyMap<string, string>> {
  const recipients = new Map<string, string>()
  for (const [who, { phoneNumberE164, locale, signIn }] of Object.entries<DemoPerson>(demoPeople)) {
    if (!signIn || phoneNumberE164 === null) continue
    const id = await createProfile(pools.login, services.keys, phoneNumberE164, now)
    await noteProof(pools.operator, services.keys, { id, phoneNumberE164 })
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
