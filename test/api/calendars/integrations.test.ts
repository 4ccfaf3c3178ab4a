import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { locales } from '#/locales/locales.ts'
import { renderIntegrationName } from '#/messages/email/render-integration.ts'
import { pressButton } from '#/providers/calendars/consent-for-tests.ts'
import { mailActionRequired, noteSyncOutcome } from '#/slices/calendars/calendars.ts'
import {
  callApi,
  eventually,
  signIn,
  signInRecipientBrowser,
  startTestProduct,
  type TestHolder,
  type TestProduct,
} from '../../harness.ts'
import { bringBack, connectCalendar, readIntegration, staffOf, startAuthorization } from '../../integration-world.ts'
import { handing, jobCtx } from '../../job-ctx.ts'

let product: TestProduct
before(async () => {
  product = await startTestProduct()
})
after(() => product?.stop())

test('the catalogue lists every kind under a lasting id, and reading it writes no row', async () => {
  const holder = await product.createHolder({ defaultLocale: 'en' })
  const { body } = await holder.call('GET', '/integrations')
  assert.deepEqual(
    body.data.items.map((item: Record<string, unknown>) => [
      item.provider,
      item.name,
      item.available,
      item.capabilities,
    ]),
    [
      ['google_calendar', 'Google Calendar', true, ['read_events']],
      ['microsoft_365', 'Microsoft 365', true, ['read_events']],
      ['caldav', 'CalDAV', true, ['read_events']],
    ],
  )
  for (const item of body.data.items) {
    assert.deepEqual([item.connection.status, item.connection.version], ['not_connected', 1])
    const { body: one } = await holder.call('GET', `/integrations/${item.id}`)
    assert.deepEqual(one.data, item)
  }
  assert.equal(await countRows('integration_connection', holder), 0)
})

test('the catalogue is in the language of the account, else of the request, else of the organization', async () => {
  const holder = await product.createHolder({ defaultLocale: 'en' })
  const first = async (acceptLanguage: string) => {
    const { body } = await holder.call('GET', '/integrations', undefined, { 'accept-language': acceptLanguage })
    const { name, description } = body.data.items[0]
    return { name, description }
  }
  for (const locale of locales)
    assert.deepEqual(await first(`xh, ${locale};q=0.9`), renderIntegrationName('google_calendar', [locale]))
  assert.deepEqual(await first('xh'), renderIntegrationName('google_calendar', ['en']))
  await holder.call('PATCH', '/interface-locale', { locale: 'nl' })
  assert.deepEqual(await first('de'), renderIntegrationName('google_calendar', ['nl']))
})

test('Google and Microsoft are connected by consent, with a masked account and the main calendar chosen', async () => {
  for (const provider of ['google_calendar', 'microsoft_365'] as const) {
    const holder = await product.createHolder()
    const { integration, account } = await connectCalendar(product, holder, provider)
    const { connection } = integration
    assert.equal(connection.accountLabel, `${account[0]}•••@praktijk.example`)
    assert.ok(connection.grantedScopes.length > 0 && connection.connectedAt !== null)
    assert.deepEqual(
      connection.calendars.map((calendar: Record<string, unknown>) => [calendar.calendarId, calendar.selected]),
      [
        [account, true],
        [`holidays.${account}`, false],
      ],
    )
    assert.equal(connection.version, 3)
  }
})

test('an authorization URL asks for offline reading with PKCE, and names no secret', async () => {
  const holder = await product.createHolder()
  const google = (await startAuthorization(holder, 'google_calendar')).searchParams
  assert.deepEqual(
    ['response_type', 'access_type', 'prompt', 'code_challenge_method', 'redirect_uri'].map((name) => google.get(name)),
    ['code', 'offline', 'consent', 'S256', `${product.baseUrl}/integrations/callback`],
  )
  assert.doesNotMatch(google.toString(), /write|sandbox-client-secret|calendar(%20|\+|$)/)
  const microsoft = (await startAuthorization(holder, 'microsoft_365')).searchParams
  assert.equal(microsoft.get('scope'), 'offline_access Calendars.Read')
  assert.match(microsoft.get('code_challenge') ?? '', /^[\w-]{43}$/)
})

test('the same clientRequestId gives the same authorization, and a new one ends the one before', async () => {
  const holder = await product.createHolder()
  const { id } = await readIntegration(holder, 'google_calendar')
  const start = (clientRequestId: string) =>
    holder.call('POST', `/integrations/${id}/authorization`, { clientRequestId })
  const requestId = randomUUID()
  const [first, again] = [await start(requestId), await start(requestId)]
  assert.deepEqual([again.status, again.body.data], [201, first.body.data])
  const staff = await staffOf(product, holder)
  const old = await pressButton(new URL(first.body.data.authorizationUrl))
  const next = await start(randomUUID())
  assert.notEqual(next.body.data.authorizationUrl, first.body.data.authorizationUrl)
  assert.equal((await bringBack(old, staff)).status, 400)
  assert.equal((await readIntegration(holder, 'google_calendar')).connection.status, 'authorization_pending')
  assert.equal((await bringBack(await pressButton(new URL(next.body.data.authorizationUrl)), staff)).status, 200)
})

test('a state counts once, also when it comes back twenty times at the same moment', async () => {
  const holder = await product.createHolder()
  const answerUrl = await pressButton(await startAuthorization(holder, 'google_calendar'))
  const staff = await staffOf(product, holder)
  const answers = await Promise.all(Array.from({ length: 20 }, () => bringBack(answerUrl, staff)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 400)])
  assert.equal((await bringBack(answerUrl, staff)).status, 400)
  assert.equal((await readIntegration(holder, 'google_calendar')).connection.status, 'connected')
})

test('a state that is made up, missing, malformed or too old connects nothing', async () => {
  const holder = await product.createHolder()
  const staff = await staffOf(product, holder)
  const answerUrl = await pressButton(await startAuthorization(holder, 'google_calendar'))
  for (const state of ['a'.repeat(43), '', 'x', '\u0000', "' or 1=1"]) {
    const forged = new URL(answerUrl)
    forged.searchParams.set('state', state)
    assert.equal((await bringBack(forged, staff)).status, 400, state)
  }
  assert.equal((await bringBack(new URL('/integrations/callback', product.baseUrl))).status, 400)
  await product.clock.set((await product.clock.now()).add({ minutes: 10, seconds: 1 }).toString())
  assert.equal((await bringBack(answerUrl, await staffOf(product, holder))).status, 400)
  const { connection } = await readIntegration(holder, 'google_calendar')
  assert.deepEqual([connection.status, connection.lastErrorAt], ['error', connection.authorizationExpiresAt])
  assert.deepEqual(
    [connection.version, connection.lastErrorCode],
    [3, 'token_expired'],
    'it was version 2 while it was waited for',
  )
  await startAuthorization(holder, 'google_calendar')
  const again = (await readIntegration(holder, 'google_calendar')).connection
  assert.deepEqual([again.status, again.version], ['authorization_pending', 4])
})

test('an answer counts only in the browser session that asked, and a revoked key opens nothing', async () => {
  const holder = await product.createHolder()
  const cookie = await signIn(product, holder.staffEmail)
  const { id } = await readIntegration(holder, 'google_calendar')
  const url = `${product.baseUrl}/api/v1/platform-holders/${holder.id}/integrations/${id}/authorization`
  const headers = { cookie, origin: product.baseUrl, 'x-service-csrf': '1' }
  const { body } = await callApi(url, 'POST', { clientRequestId: randomUUID() }, headers)
  const answerUrl = await pressButton(new URL(body.data.authorizationUrl))
  const stranger = await product.createHolder()
  const other = await signIn(product, stranger.staffEmail)
  for (const wrong of [
    {},
    { cookie: other },
    { cookie: 'tijdig_session=x' },
    { authorization: `Bearer ${holder.apiKey}` },
  ])
    assert.equal((await bringBack(answerUrl, wrong)).status, 403)
  assert.equal((await readIntegration(holder, 'google_calendar')).connection.status, 'authorization_pending')
  assert.equal((await bringBack(answerUrl, { cookie })).status, 200)
  assert.equal((await readIntegration(holder, 'google_calendar')).connection.status, 'connected')

  const byKey = await pressButton(await startAuthorization(stranger, 'google_calendar'))
  await product.operator.query('update api_key set revoked_at = tijdig_now() where platform_holder_id = $1', [
    stranger.id,
  ])
  assert.equal((await bringBack(byKey, { cookie: other })).status, 400)
})

test('started with an API key, it is completed by a signed-in member of that staff and by nobody else', async () => {
  const holder = await product.createHolder()
  const stranger = await product.createHolder()
  const phoneNumberE164 = '+31612349925'
  const person = await product.createRecipient({ phoneNumberE164 })
  const answerUrl = await pressButton(await startAuthorization(holder, 'google_calendar'))
  const form = await startAuthorization(holder, 'caldav')
  for (const wrong of [
    {},
    { cookie: 'tijdig_session=x' },
    { authorization: `Bearer ${holder.apiKey}` },
    { authorization: `Bearer ${person.apiKey}` },
    await staffOf(product, stranger),
    { cookie: await signInRecipientBrowser(product, phoneNumberE164) },
  ]) {
    for (const url of [answerUrl, form]) {
      const page = await bringBack(url, wrong)
      assert.equal(page.status, 403)
      assert.match(page.text, /Log eerst in/)
    }
  }
  assert.equal((await readIntegration(holder, 'google_calendar')).connection.status, 'authorization_pending')
  const colleague = randomUUID()
  await product.operator.query(
    `insert into staff_member (platform_holder_id, id, email, role) values ($1, $2, $3, 'owner')`,
    [holder.id, colleague, `mo-${colleague}@praktijk.example`],
  )
  const staff = await staffOf(product, { ...holder, actorId: colleague })
  assert.equal((await bringBack(form, staff)).status, 200)
  assert.equal((await bringBack(answerUrl, staff)).status, 200)
  assert.equal((await readIntegration(holder, 'google_calendar')).connection.status, 'connected')
  const { rows } = await product.operator.query(
    `select actor_id from audit_event where platform_holder_id = $1 and action = 'integrationConnected'`,
    [holder.id],
  )
  assert.deepEqual(rows, [{ actorId: colleague }], 'the audit row names who completed it')
})

test('an owner who says no, leaves a permission out, or whose provider is silent leaves an error that can be started anew', async () => {
  const holder = await product.createHolder()
  const cases = [
    [{ decision: 'deny' }, 'consent_revoked'],
    [{ granted_scope: 'https://www.googleapis.com/auth/calendar.calendarlist.readonly' }, 'permission_missing'],
  ] as const
  const staff = await staffOf(product, holder)
  for (const [fields, code] of cases) {
    const page = await bringBack(await pressButton(await startAuthorization(holder, 'google_calendar'), fields), staff)
    assert.equal(page.status, 200)
    assert.match(page.text, /niet gekoppeld/)
    const { connection } = await readIntegration(holder, 'google_calendar')
    assert.deepEqual([connection.status, connection.lastErrorCode], ['error', code])
  }
  const answerUrl = await pressButton(await startAuthorization(holder, 'google_calendar'))
  await callApi(`${product.sandboxUrl}/faults`, 'POST', { provider: 'google', mode: 'error' })
  assert.match((await bringBack(answerUrl, staff)).text, /nog niet gekoppeld/)
  await callApi(`${product.sandboxUrl}/faults`, 'POST', { provider: 'google', mode: 'none' })
  const { connection } = await readIntegration(holder, 'google_calendar')
  assert.deepEqual([connection.status, connection.lastErrorCode], ['error', 'provider_unavailable'])
  await connectCalendar(product, holder, 'google_calendar')
})

test('an account with more than 250 calendars, or one with too long a name, is not connected, and says why', async () => {
  const holder = await product.createHolder()
  const account = `${holder.id}@praktijk.example`
  const calendars = `${product.sandboxUrl}/google/control/calendars`
  const add = (calendarId: string) => callApi(calendars, 'POST', { account, calendarId, name: 'Agenda' })
  const remove = (calendarId: string) => callApi(`${calendars}/${calendarId}?account=${account}`, 'DELETE')
  const staff = await staffOf(product, holder)
  const finish = async () =>
    bringBack(await pressButton(await startAuthorization(holder, 'google_calendar'), { account }), staff)
  const isRefused = async () => {
    assert.match((await finish()).text, /meer dan 250 agenda/)
    const { connection } = await readIntegration(holder, 'google_calendar')
    assert.deepEqual([connection.status, connection.calendars], ['error', []])
  }
  for (let index = 0; index < 249; index += 1) await add(`c${index}`)
  await isRefused()
  await remove('c0')
  assert.match((await finish()).text, /worden nu uit deze agenda gelezen/)
  const { id, connection } = await readIntegration(holder, 'google_calendar')
  assert.equal(connection.calendars.length, 250)
  await holder.call('DELETE', `/integrations/${id}/authorization`)
  await remove('c1')
  await add('x'.repeat(1_025))
  await isRefused()
})

test('a consent that leaves a permission out is given back to the provider', async () => {
  const holder = await product.createHolder()
  const account = `${holder.id}@praktijk.example`
  const fields = { account, granted_scope: 'https://www.googleapis.com/auth/calendar.calendarlist.readonly' }
  const answerUrl = await pressButton(await startAuthorization(holder, 'google_calendar'), fields)
  const permissions = async () =>
    (await callApi(`${product.sandboxUrl}/google/control/permissions?account=${account}`, 'GET')).body.count
  await bringBack(answerUrl, await staffOf(product, holder))
  assert.equal((await readIntegration(holder, 'google_calendar')).connection.lastErrorCode, 'permission_missing')
  await eventually(async () => (await countRows('integration_revocation', holder)) === 0)
  assert.equal(await permissions(), 0)
})

test('a calendar made later can be chosen: the list is made anew when it is looked at after an hour', async () => {
  const holder = await product.createHolder()
  const { integration, account } = await connectCalendar(product, holder, 'google_calendar')
  const make = { account, calendarId: `kamer-2.${account}`, name: 'Kamer 2' }
  await callApi(`${product.sandboxUrl}/google/control/calendars`, 'POST', make)
  const names = async () => {
    const { connection } = await readIntegration(holder, 'google_calendar')
    return connection.calendars.map(({ name, selected }: { name: string; selected: boolean }) => [name, selected])
  }
  const before = await names()
  assert.equal(before.length, 2)
  await product.clock.set((await product.clock.now()).add({ minutes: 61 }).toString())
  await eventually(async () => (await names()).length === 3)
  assert.deepEqual(await names(), [...before, ['Kamer 2', false]])
  const changed = await holder.call('PATCH', `/integrations/${integration.id}`, {
    expectedVersion: integration.connection.version,
    calendars: [{ calendarId: make.calendarId, selected: true }],
  })
  assert.equal(changed.status, 200, 'the version counts the choice, not the list')
})

test('the choice of calendars is kept, and calendars the account has not are refused', async () => {
  const holder = await product.createHolder()
  const { integration, account } = await connectCalendar(product, holder, 'google_calendar')
  const patch = (body: unknown) => holder.call('PATCH', `/integrations/${integration.id}`, body)
  const { version } = integration.connection
  const holidays = `holidays.${account}`
  const changed = await patch({ expectedVersion: version, calendars: [{ calendarId: holidays, selected: true }] })
  assert.equal(changed.status, 200)
  assert.deepEqual(
    changed.body.data.connection.calendars.map((calendar: { selected: boolean }) => calendar.selected),
    [true, true],
  )
  assert.equal(changed.body.data.connection.version, version + 1)
  const expectedVersion = version + 1
  const one = { calendarId: account, selected: false }
  for (const calendars of [[{ calendarId: 'gone', selected: true }], [one, one], []]) {
    const refused = await patch({ expectedVersion, calendars })
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'VALIDATION_FAILED'])
  }
  const { id } = await readIntegration(holder, 'microsoft_365')
  const absent = await holder.call('PATCH', `/integrations/${id}`, { expectedVersion: 1, calendars: [one] })
  assert.deepEqual([absent.status, absent.body.error.code], [409, 'STATE_CONFLICT'])
})

test('authorizing again an account whose calendars have other ids by now says which chosen ones are gone', async () => {
  const holder = await product.createHolder()
  const { account } = await connectCalendar(product, holder, 'google_calendar')
  await product.operator.query(
    `update integration_connection set status = 'action_required',
       calendars = jsonb_set(calendars, '{0,calendarId}', '"earlier"') where platform_holder_id = $1`,
    [holder.id],
  )
  const { integration } = await connectCalendar(product, holder, 'google_calendar')
  const { calendars, banner } = integration.connection
  assert.deepEqual(
    calendars.map((calendar: Record<string, unknown>) => [calendar.calendarId, calendar.selected, calendar.problem]),
    [
      [account, false, null],
      [`holidays.${account}`, false, null],
      ['earlier', false, 'gone'],
    ],
  )
  assert.deepEqual(banner, { code: 'calendar_refused', action: 'choose_calendars' })
})

test('of 50 changes made from one version at the same moment one wins', async () => {
  const holder = await product.createHolder()
  const { integration, account } = await connectCalendar(product, holder, 'google_calendar')
  const expectedVersion = integration.connection.version
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      holder.call('PATCH', `/integrations/${integration.id}`, {
        expectedVersion,
        calendars: [{ calendarId: account, selected: false }],
      }),
    ),
  )
  const won = answers.filter(({ status }) => status === 200)
  const lost = answers.filter(({ status }) => status === 409)
  assert.deepEqual([won.length, lost.length], [1, 49])
  for (const { body } of lost) {
    assert.equal(body.error.code, 'VERSION_CONFLICT')
    assert.equal(body.error.details[0].currentVersion, expectedVersion + 1)
  }
})

test('disconnecting forgets the grant at once, revokes it at the provider, and can be repeated', async () => {
  const holder = await product.createHolder()
  const { integration } = await connectCalendar(product, holder, 'google_calendar')
  const again = await holder.call('POST', `/integrations/${integration.id}/authorization`, {
    clientRequestId: randomUUID(),
  })
  assert.deepEqual([again.status, again.body.error.code], [409, 'STATE_CONFLICT'])
  const sealed = await encryptedGrant(holder)
  const disconnect = () => holder.call('DELETE', `/integrations/${integration.id}/authorization`)
  const [first, second] = [await disconnect(), await disconnect()]
  assert.equal(first.status, 200)
  const { connection } = first.body.data
  assert.deepEqual(
    [connection.status, connection.accountLabel, connection.calendars, connection.version],
    ['disconnected', null, [], integration.connection.version + 1],
  )
  assert.deepEqual([second.status, second.body.data], [200, first.body.data])
  assert.equal(await encryptedGrant(holder), null)
  await eventually(async () => (await countRows('integration_revocation', holder)) === 0)
  const token = JSON.parse(
    product.services.secretsAtRest.decrypt(sealed ?? '', `calendar grant ${holder.id} ${integration.id}`),
  ).refreshToken
  const form = { client_id: 'sandbox-client', client_secret: 'sandbox-client-secret', grant_type: 'refresh_token' }
  const refresh = await fetch(`${product.sandboxUrl}/google/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, refresh_token: token }),
  })
  assert.equal(((await refresh.json()) as { error: string }).error, 'invalid_grant')
  await connectCalendar(product, holder, 'google_calendar')
  const { rows } = await product.operator.query<{ action: string }>(
    `select action from audit_event where platform_holder_id = $1 and $2 = any (subjects) order by at`,
    [holder.id, integration.id],
  )
  for (const action of ['startHolderCalendarAuthorization', 'integrationConnected', 'disconnectHolderIntegration'])
    assert.ok(
      rows.some((row) => row.action === action),
      action,
    )
})

test('disconnecting ends an authorization that is waited for', async () => {
  const holder = await product.createHolder()
  const answerUrl = await pressButton(await startAuthorization(holder, 'google_calendar'))
  const { id } = await readIntegration(holder, 'google_calendar')
  assert.equal((await holder.call('DELETE', `/integrations/${id}/authorization`)).status, 200)
  assert.equal((await bringBack(answerUrl, await staffOf(product, holder))).status, 400)
  assert.equal((await readIntegration(holder, 'google_calendar')).connection.status, 'disconnected')
})

test('tokens stand encrypted in the database, bound to their holder, and in no log line or answer', async () => {
  const holder = await product.createHolder()
  const { integration, account } = await connectCalendar(product, holder, 'microsoft_365')
  const sealed = (await encryptedGrant(holder)) ?? ''
  const place = `calendar grant ${holder.id} ${integration.id}`
  const { accessToken, refreshToken } = JSON.parse(product.services.secretsAtRest.decrypt(sealed, place))
  assert.ok(accessToken && refreshToken)
  assert.throws(() =>
    product.services.secretsAtRest.decrypt(sealed, `calendar grant ${randomUUID()} ${integration.id}`),
  )
  const { rows } = await product.operator.query<{ stored: string }>(
    `select string_agg(t::text, ' ') as stored from (
       select c::text as t from integration_connection c union all select a::text from integration_authorization a
       union all select e::text from audit_event e) rows (t)`,
  )
  const everything = [rows[0]?.stored ?? '', product.logLines.join('\n'), JSON.stringify(integration)]
  for (const secret of [accessToken, refreshToken]) assert.ok(everything.every((text) => !text.includes(secret)))
  assert.ok(!product.logLines.join('\n').includes(account))
})

test('staff get one mail when a provider no longer lets us in', async () => {
  const holder = await product.createHolder({ displayName: 'Praktijk De Linde' })
  const address = `balie-${holder.id}@example.com`
  await holder.call('PATCH', '', { communicationInboxEmail: address })
  const { integration } = await connectCalendar(product, holder, 'microsoft_365')
  await Promise.all(
    Array.from({ length: 10 }, () =>
      inTransaction(product.operator, { holder: holder.id }, (tx) =>
        noteSyncOutcome(tx, { integrationId: integration.id }, 'consent_revoked'),
      ),
    ),
  )
  assert.equal((await readIntegration(holder, 'microsoft_365')).connection.status, 'action_required')
  const url = `${product.sandboxUrl}/inbox/email?to=${encodeURIComponent(address)}`
  const mails = async () => (await callApi(url, 'GET')).body.items
  await eventually(async () => (await mails()).length > 0)
  await eventually(async () => {
    const { rows } = await product.operator.query<{ isNoticeDue: boolean }>(
      'select is_notice_due from integration_connection where platform_holder_id = $1',
      [holder.id],
    )
    return rows[0]?.isNoticeDue === false
  })
  const [mail, ...others] = await mails()
  assert.deepEqual(others, [])
  assert.match(mail.subject, /Microsoft 365 werkt niet meer/)
  assert.match(mail.text, /Praktijk De Linde/)
  assert.ok(mail.text.includes(`${product.baseUrl}/setup/integrations`))
})

test('the mail reaches an inbox of a holder without staff, and a process that dies before it leaves loses nothing', async () => {
  const holder = await product.createHolder()
  const address = `balie-${holder.id}@example.com`
  await holder.call('PATCH', '', { communicationInboxEmail: address })
  const { integration } = await connectCalendar(product, holder, 'microsoft_365')
  const place = { platformHolderId: holder.id, integrationId: integration.id }
  const { operator: pool } = product
  await pool.query(`update staff_member set status = 'inactive' where platform_holder_id = $1`, [holder.id])
  await pool.query(
    `update integration_connection set status = 'action_required', last_error_code = 'consent_revoked', is_notice_due = true
     where platform_holder_id = $1`,
    [holder.id],
  )
  const ctx = jobCtx(product)
  const dies = handing(ctx.email, () => Promise.reject(new Error('The process ends here')))
  await assert.rejects(mailActionRequired.perform({ ...ctx, email: dies }, place), /ends here/)
  for (const _ of [1, 2]) await mailActionRequired.perform(ctx, place)
  await ctx.closeMail()
  const url = `${product.sandboxUrl}/inbox/email?to=${encodeURIComponent(address)}`
  assert.equal((await callApi(url, 'GET')).body.items.length, 1)
})

async function countRows(table: string, holder: TestHolder): Promise<number> {
  const { rows } = await product.operator.query<{ count: number }>(
    `select count(*) as count from ${table} where platform_holder_id = $1`,
    [holder.id],
  )
  return rows[0]!.count
}

async function encryptedGrant(holder: TestHolder): Promise<string | null> {
  const { rows } = await product.operator.query<{ encryptedGrant: string | null }>(
    'select encrypted_grant from integration_connection where platform_holder_id = $1',
    [holder.id],
  )
  return rows[0]!.encryptedGrant
}
