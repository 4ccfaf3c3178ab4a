import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { callApi, type TestProduct } from '../harness.ts'
import { storeAppointment, storeServiceAccount, storeTestMessage } from '../operation-cases.ts'
import { openVoiceWorld } from '../voice-world.ts'
import { sanne } from './world.ts'

/** Pages that one person sees in one app, one after the other. */
export type Visit = { readonly as?: string; readonly paths: readonly [string, ...string[]] }

/** Whose pages they are; those of nobody are in several apps, so each is loaded. */
export const visitors = ['staff', 'newcomer', 'tester', 'recipient', 'nobody'] as const
export type Visitor = (typeof visitors)[number]

/** A person in the demo data with appointments at both organizations. */
export const noor = '+31612340101'

/** Every page of the web apps except the demo's, with data on it, for the tests of all pages. */
export async function everyPage(product: TestProduct): Promise<Readonly<Record<Visitor, Visit>>> {
  const [{ id: appointment }, { edited, request }] = await Promise.all([appointmentOf(product), idsOf(product)])
  const [person, program] = await Promise.all([personOf(product, appointment), programOf(product, appointment)])
  const { holder, propose } = await openVoiceWorld(product)
  const { id } = await storeAppointment(product, holder)
  const type = await holder.call('POST', '/appointment-types', {
    clientRequestId: randomUUID(),
    name: { nl: 'Consult' },
    durationMinutes: 20,
  })
  const { proposalId } = await propose('cancelHolderAppointment', { appointmentId: id, reasonCode: 'provider' })
  const steps = ['company', 'contacts', 'language', 'locations', 'type', 'preview', 'payment', 'calendar', 'hand-in']
  const account = ['profile', 'billing', 'keys', 'keys/new', 'calls', 'language', 'sign-in', 'passkeys']
  return {
    staff: {
      as: sanne,
      paths: [
        '/today',
        '/today/unreached',
        '/today/to-move',
        '/appointments',
        '/appointments?view=day',
        '/appointments?view=week',
        '/appointments/sheet',
        '/appointments/new',
        '/appointments/import',
        `/appointments/${appointment}`,
        `/appointments/${edited}/edit`,
        '/requests',
        `/requests/${request}`,
        '/replies',
        '/replies?list=done',
        '/people',
        `/people/${person}`,
        `/appointments/new?person=${person}`,
        '/batches',
        '/call-list',
        '/call-list?day=2026-12-01',
        '/batches',
        '/delivery',
        '/setup',
        '/setup/locations',
        '/setup/locations?edit=new',
        '/setup/types',
        '/setup/types?archived=true',
        '/setup/types/new',
        '/setup/reminders',
        '/setup/layouts',
        '/setup/integrations',
        '/setup/webhooks',
        '/setup/webhooks?edit=new',
        '/setup/webhooks/events',
        '/setup/networks',
        '/setup/linking',
        '/setup/staff',
        '/setup/staff?edit=new',
        '/setup/audit',
        '/setup/audit?control=true',
        ...account.map((part) => `/account/${part}`),
        `/account/keys/accounts/${program}`,
        `/account/keys/accounts/${program}/new`,
        '/voice',
        '/help',
        '/nothing-here',
      ],
    },
    newcomer: {
      as: holder.staffEmail,
      paths: [
        `/voice/proposals/${proposalId}`,
        ...steps.map((step) => `/welcome/${step}`),
        '/setup/types',
        `/setup/types/${type.body.data.id}`,
        '/today',
        '/appointments',
        '/requests',
        '/people',
        '/delivery',
      ],
    },
    tester: { as: await testerOf(product), paths: ['/test-inbox', '/today'] },
    recipient: {
      as: noor,
      paths: [
        '/my',
        '/my/all',
        '/my/all?show=earlier',
        '/my/suggestions',
        '/my/me',
        `/a/${appointment}`,
        `/a/${appointment}?ask=cancel`,
        `/a/${appointment}?ask=move`,
      ],
    },
    nobody: { paths: ['/sign-in', '/my', await linkOf(product), '/m/0000000000000'] },
  }
}

/** Who signs in at a test organization that has written to somebody. */
async function testerOf(product: TestProduct): Promise<string> {
  const holder = await product.createHolder({ isTest: true })
  await storeTestMessage({ product, holder })
  return holder.staffEmail
}

/** Whose appointment it is, as the organization knows them. */
async function personOf(product: TestProduct, appointmentId: string): Promise<string> {
  const { rows } = await product.operator.query<{ id: string }>(
    'select holder_recipient_id as id from appointment where id = $1',
    [appointmentId],
  )
  assert.ok(rows[0])
  return rows[0].id
}

/** A service account of the organization whose appointment it is. */
async function programOf(product: TestProduct, appointmentId: string): Promise<string> {
  const { rows } = await product.operator.query<{ id: string }>(
    'select platform_holder_id as id from appointment where id = $1',
    [appointmentId],
  )
  assert.ok(rows[0])
  return (await storeServiceAccount({ product, holder: rows[0] })).serviceAccountId
}

/** Shows each page of a visit in turn, within an app without reloading it. The first is open already. */
export async function* walk(
  page: Page,
  visitor: Visitor,
  [first, ...others]: readonly string[],
): AsyncGenerator<string> {
  await settle(page)
  if (first !== undefined) yield first
  for (const path of others) {
    if (visitor === 'nobody') await page.goto(new URL(path, page.url()).href)
    else await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`)
    await settle(page)
    yield path
  }
}

/** Waits until there is a heading and nothing is loading. */
export async function settle(page: Page): Promise<void> {
  const left = await page.evaluate<string | null>(settled)
  assert.equal(left, null, `${new URL(page.url()).pathname} never settles`)
}

// Returns what is still loading after half a minute. By timers: a busy browser may draw no frame for long.
const settled = `(async () => {
  const isThere = () => document.querySelector('h1') && !document.querySelector('[aria-busy=true]')
  const end = performance.now() + 30_000
  do await new Promise((resolve) => setTimeout(resolve, 10))
  while (!isThere() && performance.now() < end)
  return isThere() ? null : (document.querySelector('[aria-busy=true]') ?? document.body).outerHTML
})()`

/** The last appointment of Noor, which no other test touches. */
export async function appointmentOf(product: TestProduct): Promise<{ readonly id: string; readonly startsAt: string }> {
  const { rows } = await product.operator.query<{ id: string; startsAt: Temporal.Instant }>(
    `select id, starts_at from appointment where recipient_phone = $1 and status = 'registered' order by starts_at desc limit 1`,
    [noor],
  )
  assert.ok(rows[0])
  return { id: rows[0].id, startsAt: String(rows[0].startsAt) }
}

/** An appointment of the first organization that its staff made, and a request of one of its people. */
async function idsOf({ operator }: TestProduct): Promise<{ readonly edited: string; readonly request: string }> {
  const { rows } = await operator.query<{ edited: string; request: string }>(
    `with linde as (select platform_holder_id as holder from platform_holder where display_name like '%Linde%')
     select
       (select a.id from appointment a join linde on holder = a.platform_holder_id
        where a.origin = 'local' and a.status = 'registered' order by a.starts_at desc limit 1) as edited,
       (select r.id from recipient_request r join linde on holder = r.platform_holder_id order by r.created_at limit 1) as request`,
  )
  assert.ok(rows[0]?.edited && rows[0].request)
  return rows[0]
}

/** The path of a message link. */
export async function linkOf({ sandboxUrl }: TestProduct): Promise<string> {
  const { body } = await callApi(`${sandboxUrl}/inbox/sms`, 'GET')
  const texts = (body.items as { readonly text: string }[]).map(({ text }) => text).join('\n')
  return /\/m\/[0-9A-Za-z]{13}/.exec(texts)?.[0] ?? assert.fail('No message has a link')
}
