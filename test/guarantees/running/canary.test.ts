import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { completeDeletion, listDeletions, startDeletion } from '#/app/operator/recipients/deletion.ts'
import { openGrant } from '#/slices/calendars/authorization/sealed-grant.ts'
import {
  callApi,
  eventually,
  signIn,
  signInRecipientBrowser,
  textedCode,
  type Answer,
  type TestHolder,
  type TestRecipient,
} from '../../harness.ts'
import { connectCalendar, staffOf, startAuthorization } from '../../integration-world.ts'
import { fromBrowser, newAction } from '../../operation-cases.ts'
import { recipientOf } from '../people/recipient.ts'
import { person, startWorld, step, type World } from '../world.ts'

// Sends canaries through every flow, including those that fail, and then looks for them wherever they must not be.

/** Mark personal data: every name, note and address below contains one of these. */
const words = ['kanarie', 'xanthippe']

describe('canaries', () => {
  let world: World
  let holder: TestHolder
  let recipient: TestRecipient
  let owner: Client
  const visit = { ...person(), name: 'Xanthippe Kanarievogel', email: 'xanthippe.k@example.nl' }
  const other = { ...person(), name: 'Tweede Kanarievogel', email: 'tweede.kanarie@example.nl' }
  /** Numbers, with and without country code, and addresses. */
  const contacts = () => [visit, other].flatMap(({ phone, email }) => [phone.slice(1), phone.slice(3), email])
  /** Codes of six digits, as they came by SMS and mail. */
  const codes: string[] = []
  /** Tokens, keys and passwords, which must not be stored in readable form anywhere. */
  const secrets: string[] = []
  /** Unsubscribe links, which may be in the sent mail only. */
  const links: string[] = []
  const refusals: string[] = []
  let appointmentId = ''
  let folder: string
  let journal: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tijdig-canary-'))
    journal = join(folder, 'erasures.jsonl')
    world = await startWorld({ env: { TIJDIG_ERASURE_JOURNAL: journal } })
    owner = new Client({ connectionString: world.databaseUrl })
    await owner.connect()
    await watchJobs()
    holder = await world.createHolder({ displayName: 'Praktijk De Linde' })
    secrets.push(holder.apiKey)
    await world.editPolicy(holder, { steps: [step('P1D', 'sms', 'email'), step('PT22H', 'email')], quietHours: null })
    await staffSignsIn()
    await calendarsAreConnected()
    await staffWorks()
    await remindersGoAndFail()
    await recipientSignsIn()
    await recipientActs()
    await strangersTry()
    await recipientLeaves()
    await otherIsErased()
  })
  after(async () => {
    await owner?.end()
    await world?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Records every state of every job, because finished jobs leave the queue. */
  async function watchJobs(): Promise<void> {
    await owner.query(`
      create table seen_job (task_id integer, payload text, last_error text);
      create function see_job() returns trigger language plpgsql security definer as $$
      begin
        insert into public.seen_job values (new.task_id, new.payload::text, new.last_error);
        return null;
      end $$;
      create trigger see_job after insert or update on graphile_worker._private_jobs for each row execute function see_job()`)
  }

  /** Records the answer of a call that must be refused. */
  function refused(answer: Answer | { status: number; text: string }, status?: number): void {
    const text = 'text' in answer ? answer.text : JSON.stringify(answer.body)
    assert.ok(answer.status >= 400, `not refused: ${text}`)
    if (status !== undefined) assert.equal(answer.status, status, text)
    refusals.push('text' in answer ? text : `${text} ${JSON.stringify([...answer.headers])}`)
  }

  function done(answer: Answer): ReturnType<typeof JSON.parse> {
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data ?? answer.body
  }

  async function staffSignsIn(): Promise<void> {
    const origin = { origin: world.baseUrl }
    const auth = `${world.baseUrl}/auth/staff`
    await world.fault({ provider: 'smtp', mode: 'error', count: 1 })
    done(await callApi(`${auth}/code`, 'POST', { email: holder.staffEmail }, origin))
    await eventually(async () => (await owner.query('select 1 from seen_job where last_error is not null')).rowCount)
    const cookie = await signIn(world, holder.staffEmail)
    assert.notEqual(cookie, '')
    for (const mail of await world.mailTo(holder.staffEmail)) codes.push(...(mail.text.match(/\b\d{6}\b/g) ?? []))
    secrets.push(cookie.split('=')[1] ?? '')
    for (const code of ['000000', codes[0], 'kanarie'])
      refused(await callApi(`${auth}/session`, 'POST', { email: holder.staffEmail, code }, origin))
    refused(await callApi(`${auth}/session`, 'POST', { email: visit.email, code: '123456' }, origin), 401)

    const browser = { cookie, origin: world.baseUrl, 'x-service-csrf': '1' }
    const keys = `${world.baseUrl}/api/v1/api-keys`
    const expiresAt = (await world.clock.now()).add({ hours: 24 }).toString()
    const key = done(await callApi(keys, 'POST', { name: 'Kanariesleutel', kind: 'full', expiresAt }, browser))
    secrets.push(key.secret)
    const me = (secret: string) =>
      callApi(`${world.baseUrl}/api/v1/me`, 'GET', undefined, { authorization: `Bearer ${secret}` })
    done(await me(key.secret))
    done(await callApi(`${keys}/${key.key.id}`, 'DELETE', undefined, browser))
    for (const secret of [key.secret, `${key.secret}x`, visit.email, visit.phone]) refused(await me(secret), 401)
    refused(await callApi(`${keys}?access_token=${key.secret}`, 'GET', undefined, { authorization: 'Basic x' }), 401)
    refused(await callApi(keys, 'POST', { name: visit.name }, { cookie, origin: 'http://kanarie.example' }), 403)
    await staffSpeaks(cookie)
  }

  /** Has the voice agent look for people and propose changes for them, valid and invalid ones. */
  async function staffSpeaks(cookie: string): Promise<void> {
    const parties = { product: world, holder, cookie }
    const voice = (method: string, path: string, body?: unknown) => fromBrowser(parties, method, `/voice${path}`, body)
    const clientRequestId = randomUUID()
    const { signedUrl } = done(await voice('POST', '/sessions', { clientRequestId }))
    secrets.push(new URL(signedUrl).searchParams.get('conversation_signature') ?? '')
    const act = async (operationId: string, input: object) =>
      done(await voice('POST', '/actions', newAction(clientRequestId, operationId, input)))
    await act('listHolderAppointments', { query: 'Kanarie' })
    assert.equal((await act('listHolderAppointments', { query: 7, name: visit.name })).status, 'failed')
    assert.equal(
      (await act('searchHolderCompanies', { search: { mode: 'name', name: 'Kanarie Fysiotherapie' } })).status,
      'succeeded',
    )
    const { proposal } = await act('updateHolderProfile', { generalContactName: visit.name, billingEmail: visit.email })
    refused(
      await voice('POST', `/proposals/${proposal.proposalId}/confirm`, { confirmed: false, note: visit.name }),
      400,
    )
    done(await voice('POST', `/proposals/${proposal.proposalId}/confirm`, { confirmed: true }))
    refused(await voice('POST', '/actions', { ...newAction(clientRequestId, 'noSuch', { name: visit.name }) }), 404)
  }

  async function calendarsAreConnected(): Promise<void> {
    const { integration } = await connectCalendar(world, holder, 'google_calendar')
    const [row] = await world.sql<{ encryptedGrant: string }>(
      'select encrypted_grant from integration_connection where integration_id = $1',
      [integration.id],
    )
    const place = { platformHolderId: holder.id, integrationId: integration.id }
    const grant = openGrant(world.services.secretsAtRest, place, row?.encryptedGrant ?? '')
    assert.equal(grant.kind, 'oauth')
    if (grant.kind === 'oauth') secrets.push(grant.accessToken, grant.refreshToken)
    const form = await startAuthorization(holder, 'caldav')
    secrets.push('kanarie-app-password', form.href.split(/[/=#]/).at(-1) ?? '')
    const fields = { serverUrl: 'http://127.0.0.1:1/', username: visit.email, appPassword: 'kanarie-app-password' }
    const headers = { origin: world.baseUrl, ...(await staffOf(world, holder)) }
    const response = await fetch(form, { method: 'POST', body: new URLSearchParams(fields), headers })
    // The form repeats what was filled in, except the password.
    const page = (await response.text()).replaceAll(visit.email, '')
    refused({ status: response.status, text: page })
    const forged = await fetch(`${world.baseUrl}/integrations/callback?state=kanarie&code=kanarie&error=kanarie`)
    refused({ status: forged.status, text: await forged.text() })
  }

  async function staffWorks(): Promise<void> {
    const profile = { generalContactName: visit.name, communicationInboxEmail: other.email, billingEmail: visit.email }
    done(await holder.call('PATCH', '', profile))
    const search = { mode: 'name', name: 'Kanarie Fysiotherapie' }
    done(await holder.call('POST', '/companies/search', { requestId: randomUUID(), search }))
    const now = await world.nextDay()
    const startsAt = now.add({ hours: 25 })
    appointmentId = (await world.intake(holder, { id: 'kanarie-1', ...visit, startsAt })).appointmentId
    await world.intake(holder, { id: 'kanarie-2', ...other, startsAt })
    await world.intake(holder, { id: 'kanarie-3', ...other, startsAt: startsAt.add({ hours: 1 }) })
    await world.cancelBySource(holder, 'kanarie-3')

    const contact = { displayName: other.name, email: other.email, phoneNumberE164: other.phone }
    const at = { startsAt: startsAt.add({ hours: 2 }).toString(), endsAt: startsAt.add({ hours: 3 }).toString() }
    const body = {
      clientRequestId: randomUUID(),
      ...at,
      timezone: 'Europe/Amsterdam',
      recipient: contact,
      title: 'Kanarietitel',
    }
    const { id } = done(await holder.call('POST', '/appointments', body))
    refused(await holder.call('POST', '/appointments', { ...body, title: 'Andere kanarie' }), 409)
    const renamed = { recipient: { ...contact, displayName: 'Derde Kanarie' } }
    done(await holder.call('PATCH', `/appointments/${id}`, { expectedVersion: 1, ...renamed }))
    refused(await holder.call('PATCH', `/appointments/${id}`, { expectedVersion: 1, ...renamed }), 409)
    const cancel = { clientRequestId: randomUUID(), expectedVersion: 2, reasonCode: 'other', note: 'Kanarienotitie' }
    done(await holder.call('POST', `/appointments/${id}/cancellation`, cancel))
    refused(
      await holder.call('POST', `/appointments/${id}/cancellation`, { ...cancel, clientRequestId: randomUUID() }),
      409,
    )
    done(await holder.call('GET', '/appointments?query=Xanthippe%20Kanarievogel'))
    refused(await holder.call('GET', `/appointments?phone=${encodeURIComponent(visit.phone)}&query=kanarie`), 400)
    refused(await holder.call('GET', `/appointments/${encodeURIComponent(visit.email)}`))
    refused(await holder.call('GET', '/appointments/kanarie-1'), 404)
    refused(await holder.call('GET', `/appointments?pageToken=${visit.phone.slice(1)}`), 400)
  }

  async function remindersGoAndFail(): Promise<void> {
    for (const mode of ['error', 'receipt_duplicate']) await world.fault({ provider: 'twilio', mode, count: 1 })
    await world.fault({ provider: 'twilio', mode: 'refuse', to: other.phone })
    await world.fault({ provider: 'smtp', mode: 'error', count: 1 })
    await world.run('PT5H')
    for (const provider of ['twilio', 'smtp'] as const) await world.fault({ provider, mode: 'none' })
    const [mail] = await eventually(async () => {
      const mails = await world.mailTo(visit.email)
      return mails.length > 0 && mails
    })
    assert.ok((await world.smsTo(visit.phone)).length > 0)
    const link = /<(http[^>]+\/u\/[^>]+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
    links.push(link.split('/u/')[1] ?? '')
    assert.equal((await fetch(link, { method: 'POST', body: new URLSearchParams() })).status, 200)
    const forged = await fetch(`${world.baseUrl}/u/${visit.phone.slice(1)}`, {
      method: 'POST',
      body: new URLSearchParams(),
    })
    refused({ status: forged.status, text: await forged.text() }, 404)

    await world.fault({ provider: 'smtp', mode: 'error', count: 1 })
    await world.reply(visit.phone, 'Kanarieantwoord: mag mijn moeder mee?')
    await world.reply(visit.phone, 'JA')
    await world.reply(other.phone, 'STOP')
    await world.reply('+31619999997', `Ik ben ${visit.name}`)
    await eventually(async () => (await world.sql('select 1 from inbound_sms')).length === 4)
    await eventually(async () => (await world.mailTo(other.email)).some((mail) => mail.text.includes('mijn moeder')))
    assert.ok((await world.inbound({ from: visit.phone, text: 'kanarie', token: 'forged' })) >= 400)
    assert.ok((await world.receipt({ reference: 'kanarie', id: visit.phone }, 'delivered', { token: 'forged' })) >= 400)
    const bounce = await fetch(`${world.baseUrl}/webhooks/email/bounce?token=kanarie`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822' },
      body: `To: ${visit.email}\r\nSubject: ${visit.name}\r\n\r\nKanarie`,
    })
    refused({ status: bounce.status, text: await bounce.text() }, 401)
  }

  async function recipientSignsIn(): Promise<void> {
    recipient = await recipientOf(world, holder, appointmentId)
    secrets.push(recipient.apiKey)
    await world.sql('update recipient set phone_number_e164 = $2, email = $3, display_name = $4 where id = $1', [
      recipient.id,
      visit.phone,
      visit.email,
      visit.name,
    ])
    const auth = `${world.loginUrl}/api/v1/recipient/auth`
    await world.fault({ provider: 'twilio', mode: 'error', count: 1 })
    const { challengeId } = done(await callApi(`${auth}/challenges`, 'POST', { phoneNumberE164: visit.phone }))
    const code = await textedCode(world, visit.phone)
    codes.push(code)
    refused(await callApi(`${auth}/challenges`, 'POST', { phoneNumberE164: visit.phone }), 429)
    refused(await callApi(`${auth}/challenges`, 'POST', { phoneNumberE164: `+99${visit.phone}kanarie` }))
    refused(await callApi(`${auth}/challenges`, 'POST', `{"phoneNumberE164": "${visit.phone}"`), 400)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    codes.push(wrong)
    refused(await callApi(`${auth}/sessions`, 'POST', { challengeId, code: wrong }), 401)
    refused(await callApi(`${auth}/sessions`, 'POST', { challengeId, code: 'kanarie' }), 400)
    const session = done(await callApi(`${auth}/sessions`, 'POST', { challengeId, code }))
    refused(await callApi(`${auth}/sessions`, 'POST', { challengeId, code }), 401)
    secrets.push(session.accessToken)
    const bearer = { authorization: `Bearer ${session.accessToken}` }
    // This number's profile is not linked, so it opens nothing yet.
    refused(await callApi(`${world.baseUrl}/api/v1/recipient/profile`, 'GET', undefined, bearer), 403)
    refused(await callApi(`${world.baseUrl}/api/v1/recipient/profile?token=${session.accessToken}`, 'GET'), 401)
    const [profile] = (await world.login.query<{ id: string }>('select id from login.profile')).rows
    await world.sql('insert into recipient_profile_link (profile_id, recipient_id) values ($1, $2)', [
      profile?.id,
      recipient.id,
    ])
    done(await callApi(`${world.baseUrl}/api/v1/recipient/profile`, 'GET', undefined, bearer))
    await world.clock.advance('PT11M')
    const cookie = await signInRecipientBrowser(world, visit.phone)
    assert.notEqual(cookie, '')
    codes.push(await textedCode(world, visit.phone, 2))
    secrets.push(cookie.split('=')[1] ?? '')
  }

  async function recipientActs(): Promise<void> {
    const now = await world.clock.now()
    const startsAt = now.add({ hours: 24 * 9 })
    const second = await world.intake(holder, { id: 'kanarie-4', ...visit, startsAt })
    const third = await world.intake(holder, { id: 'kanarie-5', ...visit, startsAt: startsAt.add({ hours: 24 }) })
    const { version } = done(await recipient.call('GET', '/profile'))
    const name = { expectedVersion: version, displayName: 'Xanthippe K. Kanarievogel' }
    done(await recipient.call('PATCH', '/profile', name))
    refused(await recipient.call('PATCH', '/profile', name), 409)
    refused(await recipient.call('PATCH', '/profile', { ...name, phoneNumberE164: visit.phone }), 400)
    const preferences = done(await recipient.call('GET', '/preferences'))
    const quietHours = { from: '21:00', to: '08:00', timezone: 'Europe/Amsterdam' }
    done(await recipient.call('PATCH', '/preferences', { expectedVersion: preferences.version, quietHours }))
    done(await recipient.call('GET', '/appointments'))
    const path = `/appointments/${second.appointmentId}`
    const shown = done(await recipient.call('GET', path))
    const confirm = { clientRequestId: randomUUID(), expectedVersion: shown.version }
    const confirmed = done(await recipient.call('POST', `${path}/confirmation`, confirm))
    const ask = (kind: string, of: string, expectedVersion: number, more = {}) =>
      recipient.call('POST', `/appointments/${of}/${kind}-requests`, {
        clientRequestId: randomUUID(),
        expectedVersion,
        note: 'Kanarienotitie van de ontvanger',
        ...more,
      })
    const preferredWindows = [
      { startsAt: startsAt.add({ hours: 48 }).toString(), endsAt: startsAt.add({ hours: 50 }).toString() },
    ]
    const moved = done(await ask('reschedule', second.appointmentId, confirmed.version, { preferredWindows }))
    refused(await ask('cancellation', second.appointmentId, confirmed.version), 409)
    const cancelled = done(await ask('cancellation', third.appointmentId, 1))
    done(await recipient.call('POST', `/requests/${cancelled.id}/withdrawal`, { expectedVersion: 1 }))
    const review = {
      decision: 'declined',
      message: 'Kanariebericht',
      clientRequestId: randomUUID(),
      expectedVersion: 1,
    }
    const suggested = {
      suggestedStartsAt: startsAt.add({ hours: 60 }).toString(),
      suggestedEndsAt: startsAt.add({ hours: 61 }).toString(),
    }
    const { review: decided } = done(
      await holder.call('POST', `/recipient-requests/${moved.id}/review`, { ...review, ...suggested }),
    )
    await world.fault({ provider: 'smtp', mode: 'error', count: 1 })
    const approve = { clientRequestId: randomUUID(), expectedVersion: 1, decision: 'approved', confirmedByHuman: true }
    done(await recipient.call('POST', `/suggestions/${decided.suggestionId}/review`, approve))
    refused(await recipient.call('GET', '/requests/kanarie'), 404)
  }

  /** Invalid requests, with canaries in every place. */
  async function strangersTry(): Promise<void> {
    const intake = '/appointments/intake'
    const contact = { displayName: visit.name, email: visit.email, phoneNumberE164: visit.phone }
    refused(await holder.call('POST', intake, `{"recipient": {"displayName": "${visit.name}", `), 400)
    refused(await holder.call('POST', intake, `{"displayName": "kanarie", "displayName": "${visit.email}"}`), 400)
    refused(await holder.call('POST', intake, { recipient: contact }), 400)
    refused(await holder.call('POST', intake, { startsAt: visit.name, timezone: visit.email, recipient: contact }), 400)
    refused(await holder.call('POST', intake, { recipient: { ...contact, phoneNumberE164: `0${visit.phone}` } }), 400)
    refused(await holder.call('POST', intake, { note: 'kanarie'.repeat(20_000) }), 413)
    refused(await holder.call('POST', intake, visit.email, { 'content-type': 'text/plain' }), 415)
    refused(await callApi(`${world.baseUrl}/${visit.email}?phone=${visit.phone}`, 'GET'), 404)
    refused(await callApi(`${world.baseUrl}/api/v1/kanarie/%ZZ`, 'GET'))
    const foreign = `${world.baseUrl}/api/v1/platform-holders/${randomUUID()}/appointments?query=kanarie`
    refused(await callApi(foreign, 'GET', undefined, { authorization: `Bearer ${holder.apiKey}` }), 404)
    refused(await holder.call('GET', '/profile', undefined, { authorization: `Bearer ${recipient.apiKey}` }))
  }

  async function recipientLeaves(): Promise<void> {
    done(await recipient.call('GET', '/data-export'))
    refused(await recipient.call('GET', '/data-export'), 429)
    const body = { clientRequestId: randomUUID(), confirmDeletion: true, reason: 'Kanariereden' }
    done(await recipient.call('POST', '/deletion-requests', body))
    refused(await recipient.call('POST', '/deletion-requests', { ...body, clientRequestId: randomUUID() }), 409)
  }

  /** Completes another person's deletion, with a sign-in, a first notice that fails, and a shared number. */
  async function otherIsErased(): Promise<void> {
    const [known] = await world.sql<{ id: string }>(
      `select id from appointment where external_appointment_id = 'kanarie-2'`,
    )
    const leaving = await recipientOf(world, holder, known?.id ?? '')
    secrets.push(leaving.apiKey)
    await world.sql('update recipient set phone_number_e164 = $2, display_name = $3 where id = $1', [
      leaving.id,
      other.phone,
      other.name,
    ])
    const reason = 'Kanariereden van de tweede'
    const asked = done(
      await leaving.call('POST', '/deletion-requests', {
        clientRequestId: randomUUID(),
        confirmDeletion: true,
        reason,
      }),
    )
    await startDeletion(world.operator, world.services.keys, asked.id)
    await world.fault({ provider: 'twilio', mode: 'error', count: 1 })
    const outcome = { message: 'Kanarie-uitkomst', retained: [], sharedContacts: 'stop' } as const
    await completeDeletion(world.operator, world.services.keys, asked.id, outcome)
    await eventually(async () => {
      const request = (await listDeletions(world.operator, true)).find((one) => one.deletionRequestId === asked.id)
      return request?.status === 'completed'
    }, 30_000)
    refused(await leaving.call('GET', '/profile'), 401)
  }

  /**
   * The canaries in a text. Codes only as words of their own and not as the fraction of a timestamp, the only place
   * where six digits occur by chance.
   */
  function found(text: string): string[] {
    const folded = text.toLowerCase()
    const inText = [...words, ...contacts(), holder.staffEmail, ...secrets, ...links].filter((canary) =>
      folded.includes(canary.toLowerCase()),
    )
    const asWord = codes.filter((code) => new RegExp(`(?<![\\w-]|\\d\\.)${code}(?![\\w-])`).test(text))
    return [...inText, ...asWord]
  }

  function assertClean(texts: readonly string[], least: number): void {
    assert.ok(texts.length >= least, `only ${texts.length} to look at`)
    const leaks = texts.flatMap((text) => found(text).map((canary) => `${canary} in ${text.slice(0, 600)}`))
    assert.deepEqual(leaks, [])
  }

  test('the canaries were really there: with staff, with the person, in the messages', async () => {
    const [row] = await world.sql<{ text: string }>(
      'select to_jsonb(a)::text as text from appointment a where id = $1',
      [appointmentId],
    )
    for (const canary of [...words, visit.phone.slice(1), visit.email])
      assert.ok(found(row?.text ?? '').includes(canary))
    assert.ok(codes.length >= 4 && codes.every((code) => /^\d{6}$/.test(code)), codes.join())
    assert.ok(secrets.length >= 10 && secrets.every((secret) => secret.length >= 16), String(secrets.length))
    assert.ok(links.every((link) => link.length >= 16 && found(link).includes(link)))
    assert.deepEqual(found(`"code":"${codes[0]}"`), [codes[0]])
    assert.deepEqual(found(`"ms":0.${codes[0]}`), [])
    assert.deepEqual(found(`"at":"2027-01-12T10:00:00.${codes[0]}+00:00"`), [])
    assert.deepEqual(found(`code.${codes[0]}`), [codes[0]])
    for (const table of ['recipient_request', 'deletion_request', 'reminder_attempt', 'inbound_sms']) {
      const [kept] = await world.sql<{ text: string }>(
        `select string_agg(to_jsonb(t)::text, '') as text from ${table} t`,
      )
      assert.ok(found(kept?.text ?? '').length > 0, table)
    }
  })

  test('no canary is in the log', () => {
    assert.ok(world.logLines.some((line) => line.includes('"answered"')))
    assert.ok(world.logLines.some((line) => line.includes('job failed')))
    assertClean(world.logLines, 100)
  })

  test('no canary is in the journal of erasures', async () => {
    assertClean([await readFile(journal, 'utf8')], 1)
    assert.match(await readFile(journal, 'utf8'), /"contacts":\[\{/)
  })

  test('no canary is in a job, nor in why one failed', async () => {
    const { rows } = await owner.query<{ text: string; failed: boolean }>(
      `select concat(payload, ' ', last_error) as text, last_error is not null as failed from seen_job`,
    )
    assert.ok(rows.some((row) => row.failed))
    assertClean(
      rows.map((row) => row.text),
      8,
    )
  })

  test('no canary is in the audit trail', async () => {
    const rows = await world.sql<{ text: string }>('select to_jsonb(e)::text as text from audit_event e')
    assertClean(
      rows.map((row) => row.text),
      40,
    )
  })

  test('no refusal repeats a canary', () => assertClean(refusals, 40))

  test('no canary is in the metrics', async () => {
    const response = await fetch(`http://127.0.0.1:${world.settings.ports.admin}/metrics`)
    // Among the digits of so many fractions, a number occurs by chance.
    assertClean([(await response.text()).replaceAll(/\.\d+/g, '')], 1)
  })

  test('codes, tokens, keys and passwords are in no table, and company searches in none either', async () => {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'login', 'graphile_worker') order by 1`,
    )
    const places: string[] = []
    for (const { name } of tables) {
      const reader = name.startsWith('public.') && !['public.schema_migration', 'public.seen_job'].includes(name)
      const { rows } = await (reader ? world.operator : owner).query<{ text: string }>(
        `select to_jsonb(t)::text as text from ${name} t`,
      )
      for (const { text } of rows) {
        const readable = found(text).filter((canary) => secrets.includes(canary) || codes.includes(canary))
        if (readable.length > 0 || text.includes('Fysiotherapie'))
          places.push(`${name}: ${readable.join()} in ${text.slice(0, 2_000)}`)
      }
    }
    assert.deepEqual(places, [])
  })
})
