import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { bindHolder, inTransaction, type Statement, type Tx } from '#/kernel/postgres/db.ts'
import { readClock } from '#/kernel/time/clock.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { insertType } from '#/slices/appointment-types/store.ts'
import { createHolder } from '#/slices/holders/holders.ts'
import { createDefaultPolicy } from '#/slices/reminders/reminders.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { actAsOperator, actAsOwner, completeDemoHolder, demoCreated } from '#/app/demo/demo-store.ts'
import { clinicTypeRows, storedVisit, type ClinicHolder, type StoredVisit } from './clinic-appointment.ts'
import { clinic } from './clinic-data.ts'
import { entryRow, linkRecipients, type RecipientIds } from './clinic-links.ts'
import { messagesOf, type Office } from './clinic-messages.ts'
import { requestOf } from './clinic-request.ts'
import {
  analyzeClinic,
  bytesOf,
  countVolumes,
  insertAppointments,
  insertAttempts,
  insertEntries,
  insertOptOuts,
  insertReceipts,
  insertReminders,
  insertRequests,
  sendRecords,
} from './clinic-store.ts'
import { clinicDays, visitsOf, type ClinicVisit } from './clinic-visits.ts'

/** Who is signed in at the desks of the clinic. */
export const clinicStaff = Array.from(
  { length: clinic.staffCount },
  (_, index) => `balie${index + 1}@amstelhof.example`,
)

/**
 * Adds a hospital's outpatient clinic with two thousand appointments a day, as the engine would have left it: written at
 * once, because living through it takes an hour. What falls due from now on the engine sends itself. Only the audit rows
 * of all that are missing.
 *
 * @param operator acts as tijdig_operator, connected as the owner of the tables
 * @param login acts as tijdig_login, on the datastore of the recipients' sign-in
 * @returns the id of the new holder
 */
export async function addClinic(
  { operator, login }: { readonly operator: pg.Pool; readonly login: pg.Pool },
  services: Services,
  { sms, email }: Settings,
): Promise<string> {
  const { now } = await readClock(operator)
  const office = { services, smsSender: sms.sender, smsProvider: sms.provider, mailFrom: email.from, now }
  const today = now.toZonedDateTimeISO('Europe/Amsterdam').toPlainDate()
  return inTransaction(operator, { holder: null }, async (tx) => {
    const holder = await createClinic(tx, office)
    const days = clinicDays.map((inDays) => visitsOf(today, inDays))
    const stored = (visit: ClinicVisit) => storedVisit(services.keys, holder, visit)
    const recipientIds = await linkRecipients(tx, login, office, days.flat().filter(asks).map(stored))
    for (const [index, visits] of days.entries()) {
      writeDay(tx, office, { holder, recipientIds, visits: visits.map(stored) })
      if (index === 0) await analyze(tx)
      // The database writes one day while the next is made.
      await setImmediate()
    }
    await analyze(tx)
    await tx.rows(countVolumes, [holder.id])
    return holder.id
  })
}

/** Plans made for empty tables look every row up among all of the clinic: without it the work takes ten times as long. */
async function analyze(tx: Tx): Promise<void> {
  tx.send(actAsOwner, [])
  tx.send(analyzeClinic, [])
  await tx.rows(actAsOperator)
}

type Clinic = ClinicHolder & { readonly reviewerId: string }

async function createClinic(tx: Tx, { smsSender, now }: Office): Promise<Clinic> {
  const { displayName, defaultLocale, branch, phoneNumber } = clinic
  const id = await createHolder(tx, { displayName, defaultLocale }, (t, holder) =>
    createDefaultPolicy(t, holder, smsSender),
  )
  const locations = clinic.locations.map(({ id, name, perDay }) => {
    const roomCount = Math.ceil(perDay / 27)
    return { id, name, personCount: roomCount + 2, roomCount }
  })
  await tx.rows(completeDemoHolder, [id, branch, JSON.stringify({ locations }), phoneNumber])
  const staff = await Promise.all(clinicStaff.map((email) => inviteStaff(tx, id, email)))
  const types = await Promise.all(clinicTypeRows.map((type) => insertType(bindHolder(tx, id), type)))
  auditOperator(tx, { platformHolderId: id, action: demoCreated, subjects: [id] })
  return { id, typeIds: types.map((type) => type.id), now, plans: new Map(), reviewerId: staff[0]?.id ?? id }
}

type Day = {
  readonly holder: Clinic
  readonly recipientIds: RecipientIds
  readonly visits: readonly StoredVisit[]
}

function writeDay(tx: Tx, office: Office, { holder, recipientIds, visits }: Day): void {
  const all = visits.map((stored) => messagesOf(office, stored))
  const send = (query: Statement<unknown>, rows: readonly object[]) => sendRecords(tx, query, rows)
  send(insertEntries, visits.map(entryRow))
  send(
    insertAppointments,
    visits.map((stored) => appointmentRow(stored, recipientIds)),
  )
  send(
    insertReminders,
    all.flatMap(({ reminders }) => reminders),
  )
  send(
    insertAttempts,
    all.flatMap(({ attempts }) => attempts),
  )
  send(
    insertReceipts,
    all.flatMap(({ receipts }) => receipts),
  )
  send(insertOptOuts, visits.filter(isOptedOut).map(optOutRow))
  send(
    insertRequests,
    visits.flatMap((stored) => {
      const recipientId = recipientIds.get(stored.entry.id)
      return recipientId !== undefined && asks(stored.visit) ? [requestOf(stored, { ...holder, recipientId })] : []
    }),
  )
}

function asks({ fate }: ClinicVisit): boolean {
  return fate.is === 'asks' || fate.is === 'awaits_new_time'
}

function appointmentRow({ entry, appointment, planStamp }: StoredVisit, recipientIds: RecipientIds) {
  const recipientEmailKey = bytesOf(entry.key.email)
  const recipientPhoneKey = bytesOf(entry.key.sms)
  const recipientId = recipientIds.get(entry.id) ?? null
  return { ...appointment, recipientEmailKey, recipientPhoneKey, planStamp, recipientId }
}

function isOptedOut({ visit: { fate } }: StoredVisit): boolean {
  return fate.is === 'unreached' && fate.mishap === 'opted_out'
}

function optOutRow({ appointment, entry }: StoredVisit) {
  const { platformHolderId, createdAt: changedAt } = appointment
  return {
    platformHolderId,
    channel: 'sms',
    contactKey: bytesOf(entry.key.sms),
    isActive: true,
    source: 'sms_reply',
    changedAt,
  }
}
