import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { callApi, eventually, textedCode, type Answer, type TestHolder } from '../../harness.ts'
import { assertAccessible, screenshot, startWeb, storedKeys } from '../world.ts'

const web = startWeb()

let people = 0
/** Somebody who was sent a message about an appointment, with the path of its link. */
async function told() {
  const { product } = web
  const holder = await product.createHolder({ displayName: 'Praktijk De Linde' })
  const { body } = await holder.call('GET', '/reminder-policy')
  await holder.call('PATCH', '/reminder-policy', {
    expectedVersion: body.data.version,
    sendRegistrationNotice: true,
    quietHours: null,
  })
  people += 1
  const phone = `+3161239${String(1_000 + people * 10 + 7)}`
  const startsAt = Temporal.Now.instant().add({ hours: 72 })
  const visit = (start: Temporal.Instant) => ({
    sourceSystem: 'tests',
    externalAppointmentId: `of ${phone}`,
    startsAt: start.toString(),
    endsAt: start.add({ minutes: 20 }).toString(),
    timezone: 'Europe/Amsterdam',
    recipient: { displayName: 'Sam Testpersoon', phoneNumberE164: phone },
  })
  const made = await holder.call('POST', '/appointments/intake', visit(startsAt))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const path = await eventually(async () => {
    const inbox = await callApi(`${product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(phone)}`, 'GET')
    return /\/m\/[0-9A-Za-z]{13}/.exec(inbox.body.items[0]?.text ?? '')?.[0]
  })
  const id = String(made.body.data.appointmentId)
  const move = () => holder.call('POST', '/appointments/intake', visit(startsAt.add({ hours: 24 })))
  return { holder, path, id, move }
}

const confirmationOf = async (holder: TestHolder, id: string): Promise<Answer['body']> =>
  (await holder.call('GET', `/appointments/${id}`)).body.data.confirmation

test('one press confirms, by the keyboard and without signing in; pressed twice it is sent once', async (t) => {
  const { holder, path, id } = await told()
  const page = await web.open(t, { path, width: 390, colorScheme: 'dark' })
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname))
  const button = page.getByRole('button', { name: 'Yes, I will come' })
  const box = await button.boundingBox()
  assert.ok(box && box.height >= 48, `The button is ${box?.height} px high`)
  await button.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Thank you, see you then' }).waitFor()
  assert.deepEqual(asked, [`${path}/confirmation`])
  assert.equal((await confirmationOf(holder, id)).via, 'message_link')
  await screenshot(page, 'message-confirmed-dark')
  await assertAccessible(page)
  assert.equal(await page.evaluate('document.cookie'), '')
  assert.deepEqual(await storedKeys(page), ['tijdig.locale'])
})

test('what was moved since is said, nothing is asked, and the old time is struck through', async (t) => {
  const { holder, path, id, move } = await told()
  await move()
  const page = await web.open(t, { path, width: 390 })
  await page.getByRole('heading', { level: 1, name: 'This appointment has changed' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /I will come/ }).count(), 0)
  assert.equal((await confirmationOf(holder, id)).status, 'unconfirmed')
  await assertAccessible(page)
})

test('what is moved while the page is open is not confirmed by it', async (t) => {
  const { holder, path, id, move } = await told()
  const page = await web.open(t, { path, width: 390 })
  const button = page.getByRole('button', { name: 'Yes, I will come' })
  await button.waitFor()
  await move()
  await button.click()
  await page.getByRole('heading', { level: 1, name: 'This appointment has changed' }).waitFor()
  assert.equal((await confirmationOf(holder, id)).status, 'unconfirmed')
})

test('a link that is none says what to do', async (t) => {
  const page = await web.open(t, { path: `/m/${randomUUID().replaceAll('-', '').slice(0, 13)}`, width: 390 })
  await page.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor()
  await screenshot(page, 'message-over')
  await assertAccessible(page)
})

/** The link of the newest message to Noor, whom the organizations of the demo data know. */
async function linkOfNoor(): Promise<{ readonly path: string; readonly phone: string }> {
  const phone = '+31612340101'
  const path = await eventually(async () => {
    const inbox = await callApi(`${web.product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(phone)}`, 'GET')
    const links = inbox.body.items.map(({ text }: { text: string }) => /\/m\/[0-9A-Za-z]{13}/.exec(text)?.[0])
    const open = await Promise.all(links.filter(Boolean).map(isOpen))
    return links.filter(Boolean)[open.indexOf(true)]
  })
  return { path: String(path), phone }
}

/** How many codes came to a number so far. */
async function codesSent(phone: string): Promise<number> {
  const inbox = await callApi(`${web.product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(phone)}`, 'GET')
  return inbox.body.items.filter(({ text }: { text: string }) => /^@\S+ #\d{6}$/m.test(text)).length
}

async function isOpen(path: string): Promise<boolean> {
  const { body } = await callApi(`${web.product.baseUrl}${path}/message`, 'GET')
  return body.data?.appointments.length === 1 && ['open', 'confirmed'].includes(body.data.appointments[0].state)
}

test('three large buttons stand behind a link, with the state above them and whom to call, in any direction of writing', async (t) => {
  const { path } = await linkOfNoor()
  for (const [locale, width] of [
    ['nl', 390],
    ['en', 1280],
    ['ar', 320],
  ] as const) {
    const page = await web.open(t, { path, locale, width })
    const buttons = page.locator('main').getByRole('button')
    await buttons.nth(2).waitFor()
    for (const button of await buttons.all()) assert.ok(((await button.boundingBox())?.height ?? 0) >= 48)
    const call = page.locator('a[href^="tel:"]')
    assert.ok(((await call.boundingBox())?.height ?? 0) >= 44)
    assert.equal(await page.evaluate('getComputedStyle(document.body).fontSize'), '18px')
    const words = await page.locator('main').innerText()
    if (locale === 'nl') assert.match(words, /U heeft (nog niet geantwoord|gezegd dat u komt)\./)
    if (locale === 'en') assert.match(words, /You have (not answered yet|said that you will come)\./)
    await screenshot(page, `message-three-${locale}`)
    await assertAccessible(page)
  }
})

test('what was chosen behind a link is kept while the code is asked, in memory alone, and goes on after it', async (t) => {
  const { path, phone } = await linkOfNoor()
  const page = await web.open(t, { path, width: 390 })
  const answering = page.waitForResponse((response) => response.url().endsWith(`${path}/code`))
  await page.getByRole('button', { name: 'I can’t come' }).click()
  const field = page.getByLabel('Code from the text message')
  await field.waitFor()
  assert.equal((await answering).status(), 202)
  // What was chosen is said; nothing else can be pressed by mistake.
  await page.getByText('I can’t come').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Another time' }).count(), 0)
  assert.deepEqual([new URL(page.url()).pathname, new URL(page.url()).search], [path, ''])
  assert.deepEqual(await storedKeys(page), ['tijdig.locale'])
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Back to the appointment' }).click()
  await page.getByRole('button', { name: 'Another time' }).waitFor()
  await web.product.login.query('delete from login.challenge')
  const before = await codesSent(phone)
  await page.getByRole('button', { name: 'I can’t come' }).click()
  await field.fill(await textedCode(web.product, phone, before + 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'I can’t come' }).waitFor()
  const { pathname, search } = new URL(page.url())
  assert.match(pathname, /^\/a\//)
  assert.equal(search, '?ask=cancel')
  // Nothing was asked of the organization yet.
  const { rows } = await web.product.operator.query('select 1 from recipient_request where appointment_id = $1', [
    pathname.slice('/a/'.length),
  ])
  assert.deepEqual(rows, [])
  // Whoever is signed in goes on without a code.
  await page.goto(`${web.product.baseUrl}${path}`)
  await page.getByRole('button', { name: 'Another time' }).click()
  await page.getByRole('heading', { level: 1, name: 'Another time' }).waitFor()
})

test('somebody whom nobody has linked there is told to call, and nothing is sent', async (t) => {
  const { path } = await told()
  const page = await web.open(t, { path, width: 390 })
  await page.getByText('You have not answered yet.').waitFor()
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
  await page.getByRole('button', { name: 'Another time' }).click()
  await page.getByText('Can’t come, or would another time be better? Call Praktijk De Linde.').waitFor()
  assert.deepEqual(asked, [])
  await assertAccessible(page)
})

test('whoever wants more signs in by a code to the number of the message, which nobody is told', async (t) => {
  const { path, phone: noor } = await linkOfNoor()
  await web.product.login.query('delete from login.challenge')
  const before = await codesSent(noor)
  const page = await web.open(t, { path, width: 390 })
  const answering = page.waitForResponse((response) => response.url().endsWith(`${path}/code`))
  await page.getByRole('button', { name: 'Sign in to see more' }).click()
  const answer = await answering
  assert.equal(answer.status(), 202)
  assert.deepEqual(Object.keys((await answer.json()).data).toSorted(), [
    'challengeId',
    'codeLength',
    'expiresAt',
    'resendAfterSeconds',
    'resendAvailableAt',
  ])
  const field = page.getByLabel('Code from the text message')
  await field.waitFor()
  assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /0101/)
  await assertAccessible(page)
  await field.fill(await textedCode(web.product, noor, before + 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Your appointment' }).waitFor()
  assert.match(new URL(page.url()).pathname, /^\/a\//)
})

test('a code of a message is asked for by our own page alone, and of no link that is none', async () => {
  const { path } = await told()
  const { baseUrl } = web.product
  const foreign = await callApi(`${baseUrl}${path}/code`, 'POST', undefined, { origin: 'https://evil.example' })
  assert.deepEqual([foreign.status, foreign.body.error.code], [403, 'CSRF_REQUIRED'])
  const none = await callApi(`${baseUrl}/m/0000000000000/code`, 'POST', undefined, { origin: baseUrl })
  assert.equal(none.status, 404)
})

test('somebody who reads another language than the telephone chooses it on the page', async (t) => {
  const { path } = await told()
  const page = await web.open(t, { path, width: 320 })
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar')
  await eventually(async () => (await page.locator('html').getAttribute('dir')) === 'rtl')
  assert.equal(new URL(page.url()).pathname, path)
})

test('people who share a telephone have a button for each appointment, with its time on a line of its own', async (t) => {
  const { product } = web
  const holder = await product.createHolder({ displayName: 'Praktijk De Linde' })
  const { body } = await holder.call('GET', '/reminder-policy')
  const policy = { expectedVersion: body.data.version, quietHours: null, groupSameTelephone: true }
  assert.equal((await holder.call('PATCH', '/reminder-policy', policy)).status, 200)
  const phone = '+31612398887'
  // Its reminder is due in some seconds, and takes that of the other along.
  const first = Temporal.Now.instant().add({ hours: 24, seconds: 10 })
  for (const [index, startsAt] of [first, first.add({ minutes: 7 })].entries()) {
    const made = await holder.call('POST', '/appointments/intake', {
      sourceSystem: 'tests',
      externalAppointmentId: `of ${phone} ${index}`,
      startsAt: startsAt.toString(),
      endsAt: startsAt.add({ minutes: 5 }).toString(),
      timezone: 'Europe/Amsterdam',
      recipient: { displayName: `Kind ${index}`, phoneNumberE164: phone },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
  }
  const path = await eventually(async () => {
    const inbox = await callApi(`${product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(phone)}`, 'GET')
    return /2 afspraken .*(\/m\/[0-9A-Za-z]{13})/.exec(inbox.body.items[0]?.text ?? '')?.[1]
  }, 60_000)
  const page = await web.open(t, { path, width: 390 })
  const yes = page.getByRole('button', { name: /^Yes, I will come/ })
  await yes.nth(1).waitFor()
  for (const button of await yes.all()) assert.match(await button.innerText(), /^Yes, I will come\n.*\d:\d\d/)
  await assertAccessible(page)
  await yes.first().click()
  await eventually(async () => (await yes.count()) === 1)
})
