import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually, type TestHolder } from '../../harness.ts'
import { storeAppointment, storeType } from '../../operation-cases.ts'
import { openVoiceWorld } from '../../voice-world.ts'
import { assertAccessible, isFocused, sanne, screenshot, startWeb } from '../world.ts'

const web = startWeb()

/** An appointment tomorrow at ten. @returns its id */
async function register(holder: TestHolder, displayName: string): Promise<string> {
  const day = (await web.product.clock.now()).toZonedDateTimeISO('Europe/Amsterdam').toPlainDate().add({ days: 1 })
  const startsAt = day.toZonedDateTime({ timeZone: 'Europe/Amsterdam', plainTime: '10:00' })
  const { body } = await holder.call('POST', '/appointments', {
    clientRequestId: crypto.randomUUID(),
    startsAt: startsAt.toInstant().toString(),
    endsAt: startsAt.add({ minutes: 20 }).toInstant().toString(),
    recipient: { displayName, phoneNumberE164: '+31612340007' },
  })
  return body.data.id as string
}

const readOf = async (holder: TestHolder, id: string) => (await holder.call('GET', `/appointments/${id}`)).body.data

/** A page on which somebody types to the agent. */
async function typing(t: TestContext, holder: TestHolder): Promise<Page> {
  const page = await web.open(t, { path: '/voice', as: holder.staffEmail })
  await page.getByRole('button', { name: 'Type', exact: true }).press('Enter')
  await page.getByLabel('Message').waitFor()
  return page
}

async function say(page: Page, text: string): Promise<void> {
  await eventually(() => isFocused(page.getByLabel('Message')))
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('somebody types what they want, sees what would change, and confirms it themselves', async (t) => {
  const holder = await web.product.createHolder()
  const id = await register(holder, 'Noor Jansen')
  const before = await readOf(holder, id)
  const page = await typing(t, holder)
  const calls: { url: string; tool: string | undefined }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push({ url: request.url(), tool: request.headers()['x-voice-tool'] })
  })
  await say(page, 'move Noor Jansen to the day after tomorrow at eleven in the morning')
  const card = page.getByRole('article')
  await card.waitFor()
  await page.getByRole('log').getByText('I have proposed to move Noor Jansen').waitFor()
  await card.getByText('Noor Jansen').first().waitFor()
  assert.match((await card.getByRole('timer').textContent()) ?? '', /^(9:\d\d|10:00) left$/)
  await screenshot(page, 'voice-proposal')
  await assertAccessible(page)
  await say(page, 'yes, confirm it')
  await page
    .getByRole('log')
    .getByText(/cannot confirm/)
    .waitFor()
  assert.deepEqual(await readOf(holder, id), before)
  await page.reload()
  await card.getByRole('button', { name: 'Confirm' }).press('Enter')
  await card.getByText('It was done as shown here.').waitFor()
  const after = await readOf(holder, id)
  assert.equal(Date.parse(after.startsAt) - Date.parse(before.startsAt), 25 * 3_600_000)
  const confirmations = calls.filter(({ url }) => url.endsWith('/confirm'))
  assert.deepEqual(
    confirmations.map(({ tool }) => tool),
    [undefined],
  )
  const actions = calls.filter(({ url }) => url.endsWith('/voice/actions'))
  assert.ok(actions.length > 0 && actions.every(({ tool }) => tool === 'platform_action'))
  await card.getByRole('link', { name: 'See the current state' }).click()
  await page.getByRole('heading', { level: 1, name: /Noor Jansen/ }).waitFor()
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
  assert.doesNotMatch(String(kept), /signature|Noor Jansen/)
})

test('a member who talks briefly is never refused, and one who has too many open is told what to do', async (t) => {
  const holder = await web.product.createHolder()
  const page = await typing(t, holder)
  const sessions = () =>
    web.product.operator.query(
      'select count(*)::int as all, count(ended_at)::int as ended from voice_session where platform_holder_id = $1',
      [holder.id],
    )
  for (let talk = 1; talk < 6; talk += 1) {
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('button', { name: 'Type', exact: true }).press('Enter')
    await page.getByLabel('Message').waitFor()
  }
  // Leaving the page ends it too.
  await page.reload()
  await eventually(async () => (await sessions()).rows[0].ended === 6)
  assert.deepEqual((await sessions()).rows, [{ all: 6, ended: 6 }])
  await web.product.operator.query('update voice_session set ended_at = null where platform_holder_id = $1', [
    holder.id,
  ])
  await page.getByRole('button', { name: 'Type', exact: true }).press('Enter')
  const alert = page.getByRole('alert')
  await alert.getByText('Too many conversations').waitFor()
  await alert.getByText('End those that are open in other windows.').waitFor()
  await assertAccessible(page)
})

test('a proposal stands alone at its own address, shows what is stored, and one that was cut off says to look first', async (t) => {
  const world = await openVoiceWorld(web.product)
  const { id } = await storeAppointment(web.product, world.holder)
  const { proposalId } = await world.propose('cancelHolderAppointment', { appointmentId: id, reasonCode: 'provider' })
  const page = await web.open(t, { path: `/voice/proposals/${proposalId}`, as: world.holder.staffEmail })
  const card = page.getByRole('article')
  await card.getByText('Exactly as stored').click()
  await card.getByText(`"appointmentId": "${id}"`).waitFor()
  await assertAccessible(page)
  await web.product.operator.query(
    `update voice_proposal set status = 'executing', confirmed_at = tijdig_now() - interval '2 minutes' where id = $1`,
    [proposalId],
  )
  // As whoever is just settling it does: maintenance, which would know the outcome a moment later, leaves it alone.
  const settling = await web.product.operator.connect()
  await settling.query('begin')
  await settling.query('select from voice_proposal where id = $1 for update', [proposalId])
  t.after(() => settling.release(true))
  await page.reload()
  await card.getByText('First check how things really stand.').waitFor()
  await screenshot(page, 'voice-cut-off')
  await assertAccessible(page)
  assert.equal(await card.getByRole('button', { name: 'Confirm' }).count(), 0)
  await card.getByRole('link', { name: 'See the current state' }).click()
  await page.waitForURL(`**/appointments/${id}`)
})

test('a proposal is told in the words of the forms, with times where it takes place, and nothing turns it round', async (t) => {
  const world = await openVoiceWorld(web.product)
  const { holder } = world
  const { id: appointmentTypeId, name } = await storeType(holder, { reminderPlan: null })
  const { id: appointmentId } = await storeAppointment(web.product, holder, 240, { timezone: 'America/New_York' })
  const page = await web.open(t, { path: '/voice', as: holder.staffEmail })
  /** What a proposal changes, in the words of its page: what it is called, and how it would be. */
  const shown = async (operationId: string, input: object) => {
    const { proposalId } = await world.propose(operationId, input)
    await page.goto(new URL(`/voice/proposals/${proposalId}`, page.url()).href)
    const changes = page.getByRole('list', { name: 'What changes' })
    await changes.waitFor()
    const rows = await changes.getByRole('listitem').all()
    return Promise.all(
      rows.map(async (row) => [await row.locator('p').first().textContent(), await row.locator('bdi').textContent()]),
    )
  }
  const moved = await shown('updateHolderAppointment', {
    appointmentId,
    startsAt: '2031-07-01T18:30:00Z',
    endsAt: '2031-07-01T19:00:00Z',
    title: 'Harmless \u202enihton',
    recipient: { displayName: 'Sanne de Vries', phoneNumberE164: '+31612345678', locale: 'pap-AW' },
  })
  assert.deepEqual(moved, [
    ['Start', 'Tuesday July 1 2031 2:30 PM (New York)'],
    ['End', 'Tuesday July 1 2031 3:00 PM (New York)'],
    ['Title', 'Harmless nihton'],
    ['Language of the messages', 'Papiamento (Aruba)'],
    ['E-mail address', '–'],
  ])
  await page.getByRole('heading', { name: 'Change the appointment' }).waitFor()
  await assertAccessible(page)
  const type = await shown('updateHolderAppointmentType', {
    appointmentTypeId,
    name: { ...name, de: 'Kontrolle' },
    reminderPlan: { steps: [{ offset: 'P2DT3H', channel: 'preferred', fallback: 'none', kind: 'confirm_prompt' }] },
    skipIfConfirmed: true,
    recipientActions: { confirm: false, deadline: 'P2D' },
  })
  assert.deepEqual(type, [
    ['Name › Deutsch', 'Kontrolle'],
    ['Reminder 1 › When', '2 days, 3 hours before'],
    ['Reminder 1 › Channel', 'As the person prefers'],
    ['Reminder 1 › If that fails', 'Nothing more'],
    ['Reminder 1 › Purpose', 'Asks to confirm'],
    ['Stop after confirming', 'Yes'],
    ['What people may do › Confirm', 'No'],
    ['What people may do › Until', '2 days before'],
  ])
  await assertAccessible(page)
  const [chosen] = await shown('updateHolderAppointment', { appointmentId, appointmentTypeId })
  assert.equal(chosen?.[0], 'Appointment type')
  await page
    .getByRole('list', { name: 'What changes' })
    .getByText(String(name.en ?? name.nl))
    .waitFor()
})

test('payment is agreed to apart', async (t) => {
  const world = await openVoiceWorld(web.product)
  const { proposalId } = await world.propose('startHolderPaymentSetup', { locale: 'nl' })
  const page = await web.open(t, { path: `/voice/proposals/${proposalId}`, as: world.holder.staffEmail })
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await confirm.waitFor()
  assert.ok(await confirm.isDisabled())
  await assertAccessible(page)
  await page.getByRole('checkbox', { name: 'I agree to the payment' }).press('Space')
  await confirm.click()
  await page.getByRole('link', { name: 'Continue there' }).waitFor()
})

test('the ten minutes end on the page', async (t) => {
  const world = await openVoiceWorld(web.product)
  const { id } = await storeAppointment(web.product, world.holder)
  const { proposalId } = await world.propose('cancelHolderAppointment', { appointmentId: id, reasonCode: 'provider' })
  await web.product.operator.query(
    `update voice_proposal set expires_at = tijdig_now() + interval '3 seconds' where id = $1`,
    [proposalId],
  )
  const page = await web.open(t, { path: `/voice/proposals/${proposalId}`, as: world.holder.staffEmail })
  await page.getByText('It was not confirmed in time, and nothing was changed.').waitFor()
})

test('a microphone is heard, and without one the page says so', async (t) => {
  const page = await web.open(t, { path: '/voice', as: sanne, inWholeBrowser: true })
  await page.getByRole('button', { name: 'Speak' }).press('Enter')
  await page.getByRole('alert').getByText('No microphone').waitFor()
  await page.context().grantPermissions(['microphone'])
  await page.getByRole('button', { name: 'Speak' }).press('Enter')
  await page
    .getByRole('status')
    .getByText(/Listening|Speaking/)
    .waitFor()
  await page.getByRole('button', { name: 'Turn the microphone off' }).click()
  await page.getByRole('button', { name: 'Turn the microphone on' }).waitFor()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByText('The conversation has ended.').waitFor()
})

test('a conversation that is cut off says so and can be begun again, and one that nobody set up says that', async (t) => {
  const holder = await web.product.createHolder()
  const page = await web.open(t, { path: '/voice', as: holder.staffEmail })
  // The connection breaks at the first sentence.
  await page.routeWebSocket(/conversation_signature/, (socket) => {
    const agent = socket.connectToServer()
    socket.onMessage((frame) =>
      String(frame).includes('"user_message"') ? void socket.close({ code: 3_001 }) : agent.send(frame),
    )
  })
  await page.reload()
  await page.getByRole('button', { name: 'Type', exact: true }).press('Enter')
  await page.getByLabel('Message').waitFor()
  await say(page, 'who is coming tomorrow?')
  await page.getByRole('alert').getByText('No connection.').waitFor()
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  await page.getByLabel('Message').waitFor()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.route('**/voice/sessions', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: JSON.stringify({
        error: { code: 'VOICE_AGENT_NOT_CONFIGURED', message: 'No agent.', retryable: false, details: [] },
        requestId: 'req_00000000000000000000000000000000',
      }),
    }),
  )
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  await page.getByRole('alert').getByText('Voice is not set up here.').waitFor()
})

test('the policy allows the origin of the agent and nothing more, and only a conversation loads its library', async (t) => {
  const { headers } = await fetch(`${web.product.baseUrl}/voice`)
  const policy = headers.get('content-security-policy') ?? ''
  const socket = web.product.sandboxUrl.replace(/^http/, 'ws')
  assert.match(policy, new RegExp(`connect-src 'self' ${RegExp.escape(socket)};`))
  const page = await web.open(t, { path: '/voice', as: sanne })
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as unknown as { name: string; decodedBodySize: number }[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ decodedBodySize }) => decodedBodySize),
  )
  assert.ok(
    sizes.every((size) => size < 450_000),
    sizes.join(),
  )
})
