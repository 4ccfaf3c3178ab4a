import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSettings } from '#/app/settings/read-settings.ts'
import { operations } from '#/app/operations.ts'
import { createServices } from '#/app/wiring.ts'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, openPool } from '#/kernel/postgres/db.ts'
import type { CalendarGrant } from '#/ports/calendar.ts'
import { noteSyncOutcome, withGrant } from '#/slices/calendars/calendars.ts'
import { connect } from '../../calendar-world.ts'
import { callApi, startTestProduct, testSecret, type TestHolder, type TestProduct } from '../../harness.ts'
import { connectCalendar, readIntegration } from '../../integration-world.ts'

type Vendor = 'google' | 'microsoft'

let product: TestProduct
let pool: ReturnType<typeof openPool>
before(async () => {
  // Without a worker, so that nobody else uses these grants.
  product = await startTestProduct({ roles: ['api', 'sandbox'] })
  pool = openPool({ databaseUrl: product.databaseUrl, role: 'tijdig_worker', size: 20, onIdleError: () => undefined })
})
after(async () => {
  await pool?.end()
  await product?.stop()
})

test('a grant that ends soon is refreshed once, however many ask for it at the same moment', async () => {
  for (const [provider, vendor] of [
    ['google_calendar', 'google'],
    ['microsoft_365', 'microsoft'],
  ] as const) {
    const holder = await product.createHolder()
    const { integration } = await connectCalendar(product, holder, provider)
    const before = await refreshes(vendor)
    await product.clock.set((await product.clock.now()).add({ minutes: 58 }).toString())
    const used = await Promise.all(Array.from({ length: 50 }, () => accessTokenOf(holder, integration.id)))
    assert.equal(new Set(used).size, 1)
    assert.equal(await refreshes(vendor), before + 1)
    assert.equal(await accessTokenOf(holder, integration.id), used[0], 'a fresh token is used as it is')
    assert.equal(await refreshes(vendor), before + 1)
  }
})

test('a token the provider does not take any more is replaced once, and the call is made again', async () => {
  const holder = await product.createHolder()
  const { integration } = await connectCalendar(product, holder, 'google_calendar')
  await control('google', 'expire-access')
  const before = await refreshes('google')
  const results = await Promise.all(Array.from({ length: 10 }, () => listCalendars(holder, integration.id)))
  assert.ok(results.every(({ outcome }) => outcome === 'calendars'))
  assert.equal(await refreshes('google'), before + 1)
})

test('a refresh the provider refuses needs the owner, who mends it by connecting again', async () => {
  const holder = await product.createHolder()
  const { integration } = await connectCalendar(product, holder, 'microsoft_365')
  await control('microsoft', 'revoke-permissions')
  await control('microsoft', 'expire-access')
  const results = await Promise.all(Array.from({ length: 20 }, () => listCalendars(holder, integration.id)))
  for (const { outcome } of results) assert.ok(['consent_revoked', 'not_connected'].includes(outcome), outcome)
  assert.equal(results.filter(({ outcome }) => outcome === 'consent_revoked').length, 1, 'the provider is asked once')
  const place = { platformHolderId: holder.id, integrationId: integration.id }
  await inTransaction(pool, { holder: holder.id }, (tx) => noteSyncOutcome(tx, place, 'consent_revoked'))
  const { connection } = await readIntegration(holder, 'microsoft_365')
  assert.deepEqual(
    [connection.status, connection.lastErrorCode, connection.version],
    ['action_required', 'consent_revoked', integration.connection.version + 1],
  )
  const { rows } = await product.operator.query<{ count: number }>(
    `select count(*) as count from audit_event where platform_holder_id = $1 and action = 'integrationActionRequired'`,
    [holder.id],
  )
  assert.equal(rows[0]?.count, 1)
  const again = (await connectCalendar(product, holder, 'microsoft_365')).integration.connection
  assert.deepEqual([again.status, again.lastErrorCode], ['connected', null])
  assert.equal((await listCalendars(holder, integration.id)).outcome, 'calendars')
})

test('an outage while refreshing passes: the grant stays, and the next caller refreshes', async () => {
  const nowhere = servicesWith({ TIJDIG_GOOGLE_URL: 'http://127.0.0.1:1' })
  const holder = await product.createHolder()
  const { integration } = await connectCalendar(product, holder, 'google_calendar')
  await product.clock.set((await product.clock.now()).add({ minutes: 59 }).toString())
  assert.equal((await listCalendars(holder, integration.id, nowhere)).outcome, 'unavailable')
  const { connection } = await readIntegration(holder, 'google_calendar')
  assert.deepEqual([connection.status, connection.lastErrorCode], ['connected', 'provider_unavailable'])
  assert.equal((await listCalendars(holder, integration.id)).outcome, 'calendars')
  const place = { platformHolderId: holder.id, integrationId: integration.id }
  await inTransaction(pool, { holder: holder.id }, (tx) => noteSyncOutcome(tx, place, 'succeeded'))
  const mended = (await readIntegration(holder, 'google_calendar')).connection
  assert.equal(mended.lastErrorCode, null)
  assert.ok(mended.lastSuccessAt !== null)
  assert.equal(mended.version, integration.connection.version)
})

test('a lease whose process died is taken over, and a disconnected grant is not used', async () => {
  const holder = await product.createHolder()
  const { integration } = await connectCalendar(product, holder, 'google_calendar')
  await product.operator.query(
    `update integration_connection set access_expires_at = tijdig_now(), refresh_leased_until = now() + interval '1 second'
     where platform_holder_id = $1`,
    [holder.id],
  )
  assert.equal((await listCalendars(holder, integration.id)).outcome, 'calendars')
  await holder.call('DELETE', `/integrations/${integration.id}/authorization`)
  assert.equal((await listCalendars(holder, integration.id)).outcome, 'not_connected')
})

test('grants stored under an old key are read after a rotation, and stored anew under the new one', async () => {
  const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`
  const old = servicesWith({ TIJDIG_TOKEN_KEYS: key('old', 1) })
  const rotated = servicesWith({ TIJDIG_TOKEN_KEYS: `${key('new', 2)},${key('old', 1)}` })
  const holder = await product.createHolder()
  const { integration } = await connectCalendar(product, holder, 'google_calendar')
  const keyInUse = async () => {
    const { rows } = await product.operator.query<{ encryptedGrant: string }>(
      'select encrypted_grant from integration_connection where platform_holder_id = $1',
      [holder.id],
    )
    return rows[0]?.encryptedGrant.split('.')[0]
  }
  const refreshBy = async (services: Services) => {
    await product.operator.query(
      'update integration_connection set access_expires_at = tijdig_now() where platform_holder_id = $1',
      [holder.id],
    )
    assert.equal((await listCalendars(holder, integration.id, services)).outcome, 'calendars')
    return keyInUse()
  }
  assert.equal(await keyInUse(), 'derived')
  assert.equal(await refreshBy(old), 'old')
  assert.equal(await refreshBy(rotated), 'new')
  await assert.rejects(listCalendars(holder, integration.id, old), /not in the ring/)
  assert.equal((await readIntegration(holder, 'google_calendar')).connection.status, 'connected')
})

test('an app password is stored anew under the new key when it is used, so that the old one can go', async () => {
  const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`
  const old = servicesWith({ TIJDIG_TOKEN_KEYS: key('old', 1) })
  const rotated = servicesWith({ TIJDIG_TOKEN_KEYS: `${key('new', 2)},${key('old', 1)}` })
  const withoutOld = servicesWith({ TIJDIG_TOKEN_KEYS: key('new', 2) })
  const holder = await product.createHolder()
  const grant = { kind: 'basic' as const, serverUrl: 'https://dav.example', username: 'balie', appPassword: 'x' }
  const integrationId = await connect({ ...product, services: old }, holder, 'caldav', grant, [])
  const read = (services: Services) =>
    withGrant(use(holder, integrationId, services), async (given) => ({ outcome: 'read' as const, given }))
  assert.deepEqual(await read(rotated), { outcome: 'read', given: grant })
  assert.deepEqual(await read(withoutOld), { outcome: 'read', given: grant })
})

test('a grant whose key is gone for a day asks for action; before that it may be a mistake in a set-up', async () => {
  const holder = await product.createHolder()
  const { integration } = await connectCalendar(product, holder, 'google_calendar')
  const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`
  await listCalendars(holder, integration.id, servicesWith({ TIJDIG_TOKEN_KEYS: key('old', 1) }))
  const withoutKey = servicesWith({ TIJDIG_TOKEN_KEYS: key('new', 2) })
  await assert.rejects(listCalendars(holder, integration.id, withoutKey), /not in the ring/)
  const { connection } = await readIntegration(holder, 'google_calendar')
  assert.deepEqual([connection.status, connection.lastErrorCode], ['connected', 'provider_unavailable'])
  await product.clock.set((await product.clock.now()).add({ hours: 25 }).toString())
  assert.deepEqual(await listCalendars(holder, integration.id, withoutKey), { outcome: 'token_expired' })
  const later = (await readIntegration(holder, 'google_calendar')).connection
  assert.deepEqual([later.status, later.lastErrorCode], ['action_required', 'token_expired'])
})

function use(holder: TestHolder, integrationId: string, services: Services) {
  return { pool, services, platformHolderId: holder.id, integrationId, signal: AbortSignal.timeout(60_000) }
}

async function accessTokenOf(holder: TestHolder, integrationId: string): Promise<string> {
  const used = await withGrant(use(holder, integrationId, product.services), async (grant: CalendarGrant) => ({
    outcome: 'read' as const,
    token: grant.kind === 'oauth' ? grant.accessToken : '',
  }))
  assert.ok(used.outcome === 'read', used.outcome)
  return used.token
}

async function listCalendars(holder: TestHolder, integrationId: string, services = product.services) {
  const { provider } = (await holder.call('GET', `/integrations/${integrationId}`)).body.data
  const { reader } = services.calendars[provider as 'google_calendar']!
  return withGrant(use(holder, integrationId, services), (grant) =>
    reader.listCalendars(grant, AbortSignal.timeout(60_000)),
  )
}

/** Services of a process with other settings. */
function servicesWith(env: Record<string, string>): Services {
  const { ports, baseUrl } = product.settings
  const settings = readSettings({
    TIJDIG_ENVIRONMENT: 'test',
    TIJDIG_SANDBOX_PORT: String(ports.sandbox),
    TIJDIG_BASE_URL: baseUrl,
    ...env,
  })
  return createServices(settings, testSecret, operations)
}

async function refreshes(vendor: Vendor): Promise<number> {
  return (await callApi(`${product.sandboxUrl}/${vendor}/control/refreshes`, 'GET')).body.count
}

async function control(vendor: Vendor, action: string): Promise<void> {
  assert.equal((await callApi(`${product.sandboxUrl}/${vendor}/control/${action}`, 'POST', {})).status, 200)
}
