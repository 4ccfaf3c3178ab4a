import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { Client } from '#/kernel/postgres/db.ts'
import { callApi, eventually, textedCode } from '../../harness.ts'
import { appointmentOf, linkOf } from '../every-page.ts'
import { assertAccessible, isFocused, screenshot, startWeb, storedKeys } from '../world.ts'

const web = startWeb()

/** People in the demo data: one linked at both organizations, others at one, and one not linked. */
const noor = '+31612340101'
const daan = '+31612340102'
const piotr = '+31612340105'
const olivia = '+31612340110'

const settled = (page: Page) => eventually(async () => (await page.locator('[aria-busy]').count()) === 0)

/** An appointment of this number that can still be confirmed. */
async function openAppointment(phone: string): Promise<{ id: string; holder: string; version: number }> {
  const { rows } = await web.product.operator.query(
    `select id, platform_holder_id as holder, version from appointment
     where recipient_phone = $1 and status = 'registered' and starts_at > now() + interval '1 day'
       and confirmed_at is null and open_request_id is null and id <> all($2::uuid[]) order by starts_at limit 1`,
    [phone, taken],
  )
  taken.push(rows[0]?.id ?? assert.fail('There is no open appointment'))
  return rows[0]
}

/** Each test takes another one: what it changes may still be under way when it ends. */
const taken: string[] = []

test('a code by SMS opens the appointment of the link; nothing is shown before, and no page is loaded anew after', async (t) => {
  const { id } = await openAppointment(olivia)
  const page = await web.open(t, { path: `/a/${id}`, width: 390 })
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /Harbour|Olivia/)
  await screenshot(page, 'recipient-sign-in')
  await assertAccessible(page)
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.getByLabel('Mobile number').fill(olivia)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code from the text message')
  await eventually(() => isFocused(code))
  await assertAccessible(page)
  // In the digits of an Arabic keyboard.
  const digits = await textedCode(web.product, olivia)
  await page.keyboard.type(digits.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x06_60 + Number(digit))))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Your appointment' }).waitFor()
  await page.getByText('Harbour Dental').first().waitFor()
  assert.equal(new URL(page.url()).pathname, `/a/${id}`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Confirmed').first().waitFor()
  await screenshot(page, 'recipient-confirmed')
  await page.getByRole('link', { name: 'Another time' }).click()
  await page.getByRole('heading', { level: 1, name: 'Another time' }).waitFor()
  assert.equal(new URL(page.url()).search, '?ask=move')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Ask for another time' }).click()
  await page.getByText('Fill this in.').waitFor()
  const day = Temporal.Now.plainDateISO('Europe/Amsterdam').add({ days: 10 }).toString()
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Note for the staff (optional)').fill('Liever in de middag')
  await page.getByRole('button', { name: 'Ask for another time' }).click()
  await page.getByText('Your request has been sent. Your appointment has not changed.').waitFor()
  await screenshot(page, 'recipient-asked')
  await assertAccessible(page)
  const { rows } = await web.product.operator.query(
    `select preferred_windows as windows from recipient_request where appointment_id = $1`,
    [id],
  )
  assert.equal(
    rows[0].windows[0].startsAt,
    Temporal.PlainDateTime.from(`${day}T09:00`)
      .toZonedDateTime('Europe/Amsterdam')
      .toInstant()
      .toString({ fractionalSecondDigits: 3 }),
  )
  await page.getByRole('button', { name: 'Withdraw my request' }).click()
  await page.getByRole('link', { name: 'Another time' }).waitFor()
  assert.equal(loads, 0)
  assert.equal(await page.evaluate('document.cookie'), '')
  assert.deepEqual(await storedKeys(page), ['tijdig.locale'])
  assert.doesNotMatch(page.url(), /\+?31612/)
})

test('an appointment that staff moved meanwhile is shown as it was and as it is, and nothing is confirmed', async (t) => {
  const { id, holder, version } = await openAppointment(noor)
  const page = await web.open(t, { path: `/a/${id}`, as: noor, width: 390, mayRepeat: true })
  await page.getByRole('button', { name: 'Confirm' }).waitFor()
  // Raises the version, as another device or the practice would.
  await web.product.operator.query(
    `update appointment set version = version + 1, schedule_revision = schedule_revision + 1, starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour'
     where platform_holder_id = $1 and id = $2 and version = $3`,
    [holder, id, version],
  )
  const answered: Response[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST') answered.push(response)
  })
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await confirm.click()
  const alert = page.getByRole('alert')
  await alert.getByText(/^Before: /).waitFor()
  await alert.getByText(/^Now: /).waitFor()
  await screenshot(page, 'recipient-changed-meanwhile')
  await assertAccessible(page)
  // The next error is shown too.
  await page.route('**/confirmation', (route) => route.abort(), { times: 1 })
  await confirm.click()
  await page.getByText('No connection.').waitFor()
  await confirm.click()
  await eventually(async () => answered.length === 2)
  const bodies = await Promise.all(answered.map((response) => response.text()))
  assert.deepEqual(
    answered.map((response) => response.status()),
    [409, 200],
    bodies.join('\n'),
  )
  await page.getByText('Confirmed').first().waitFor()
  const [first, second] = answered.map((response) => response.request().postDataJSON())
  assert.deepEqual([first.expectedVersion, second.expectedVersion], [version, version + 1])
  assert.notEqual(first.clientRequestId, second.clientRequestId)
})

test('a time that the practice cannot keep is said to be none, and nobody is asked to confirm it', async (t) => {
  const { id } = await openAppointment(noor)
  // That staff would not cancel it before says nothing of a time that was called off since.
  await web.product.operator.query(
    `insert into recipient_request (platform_holder_id, id, recipient_id, client_request_id, appointment_id, type, appointment_version,
       schedule_revision, preferred_windows, status, reviewed_by, reviewed_at, expires_at, created_at, updated_at)
     select platform_holder_id, gen_random_uuid(), recipient_id, gen_random_uuid(), id, 'cancel', version, schedule_revision, '[]',
       'declined', (select s.id from staff_member s where s.platform_holder_id = a.platform_holder_id limit 1), now(), starts_at, now(), now()
     from appointment a where id = $1`,
    [id],
  )
  await web.product.operator.query(
    'update appointment set awaits_new_time = true, has_requests = true, version = version + 1 where id = $1',
    [id],
  )
  const page = await web.open(t, { path: `/a/${id}`, as: noor, width: 390 })
  await page.getByRole('heading', { level: 2, name: /is looking for another time and will let you know/ }).waitFor()
  await page.getByRole('link', { name: 'Another time' }).waitFor()
  for (const name of ['Confirm', 'Add to calendar']) assert.equal(await page.getByRole('button', { name }).count(), 0)
  await assertAccessible(page)
  await screenshot(page, 'recipient-postponed')
  await page.goto(`${web.product.baseUrl}/my`)
  await page.getByText('is looking for another time').first().waitFor()
  await screenshot(page, 'recipient-postponed-next')
  const note = page.getByRole('article').filter({ hasText: 'is looking for another time' })
  assert.match((await note.getByRole('link').getAttribute('href')) ?? '', new RegExp(`/a/${id}`))
})

test('pressed again after the connection was lost, the same intent is sent', async (t) => {
  const { id } = await openAppointment(noor)
  const page = await web.open(t, { path: `/a/${id}`, as: noor, width: 390, mayRepeat: true })
  const ids: string[] = []
  await page.route('**/confirmation', async (route) => {
    ids.push(route.request().postDataJSON().clientRequestId)
    await (ids.length > 1 ? route.continue() : route.abort())
  })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('No connection.').waitFor()
  assert.equal(ids.length, 1, 'No change is sent again by itself')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Confirmed').first().waitFor()
  assert.equal(new Set(ids).size, 1)
})

test('whoever nobody has linked yet is told that it is being checked, and sees nothing of anybody', async (t) => {
  const page = await web.open(t, { path: '/my', as: daan, width: 390 })
  await page.getByRole('heading', { level: 1, name: 'We are checking who you are' }).waitFor()
  assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /Daan|Linde|Harbour/)
  assert.equal(await page.getByLabel('Mobile number').count(), 0)
  await screenshot(page, 'recipient-not-linked')
  await assertAccessible(page)
})

test('a datastore of another environment is our fault and not theirs', async (t) => {
  const page = await web.open(t, { path: '/my', as: noor, width: 390 })
  const owner = new Client({ connectionString: web.product.databaseUrl })
  await owner.connect()
  t.after(async () => {
    await owner.query(`update login.binding set environment = $1`, [web.product.settings.environment])
    await owner.end()
  })
  await owner.query(`update login.binding set environment = 'beta'`)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Signing in is not possible at the moment' }).waitFor()
  await assertAccessible(page)
})

test('who is signed out while typing signs in again above the page, and finds what was typed', async (t) => {
  const { id } = await openAppointment(piotr)
  const page = await web.open(t, { path: `/a/${id}?ask=cancel`, as: piotr, width: 390 })
  const note = page.getByLabel('Note for the staff (optional)')
  await note.fill('Dit wil ik niet nog eens typen')
  await web.product.login.query('update login.session set ended_at = now() where ended_at is null')
  await page.getByRole('button', { name: 'Ask to cancel' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in again' }).waitFor()
  assert.equal(await note.isVisible(), false)
  await web.product.login.query('delete from login.challenge')
  await page.getByLabel('Mobile number').fill(piotr)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByLabel('Code from the text message').fill(await textedCode(web.product, piotr, 2))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await note.waitFor()
  assert.equal(await note.inputValue(), 'Dit wil ik niet nog eens typen')
  web.forgetSessions()
})

test('somebody sets quiet hours, and asks for deletion after saying so twice', async (t) => {
  const page = await web.open(t, { path: '/my/me', as: noor, width: 390 })
  await page.getByText('No messages at certain hours').click()
  await page.getByLabel('From', { exact: true }).fill('20:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  const { rows } = await web.product.operator.query(
    `select preferences->'quietHours' as hours from recipient where display_name = 'Noor Jansen'`,
  )
  assert.equal(rows[0].hours.from, '20:00')
  await page.getByRole('button', { name: 'Ask to delete my data' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await assertAccessible(page)
  const ask = dialog.getByRole('button', { name: 'Ask to delete my data' })
  assert.equal(await ask.isDisabled(), true)
  await dialog.getByText('Yes, I want my data to be deleted.').click()
  await ask.click()
  await page.getByText('You asked for your data to be deleted.').waitFor()
  await screenshot(page, 'recipient-deletion')
})

test('a language that is chosen is that of the app and of the messages', async (t) => {
  const page = await web.open(t, { path: '/my/me', as: noor, width: 390 })
  const language = page.getByLabel('Language of this app and of your messages')
  // It says the language of the app; messages are in those of the organizations, until a button says otherwise.
  assert.equal(await language.inputValue(), 'en')
  await page.getByRole('button', { name: 'Send my messages in this language too' }).click()
  await page.getByRole('button', { name: 'Send my messages in this language too' }).waitFor({ state: 'detached' })
  await language.selectOption('Nederlands')
  await page.getByRole('heading', { level: 1, name: 'Instellingen' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'nl')
  const { rows } = await web.product.operator.query(`select locale from recipient where display_name = 'Noor Jansen'`)
  assert.deepEqual(rows, [{ locale: 'nl' }])
})

test('without a connection there is a page, and nothing of anybody or of the API is kept', async (t) => {
  const page = await web.open(t, {
    path: '/my',
    as: noor,
    width: 390,
    serviceWorkers: 'allow',
    locale: 'ar',
    inWholeBrowser: true,
  })
  await settled(page)
  // As text, because the tests are not checked with the types of a browser.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.reload()
  const kept = await page.evaluate<string[]>(`(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return lists.flat().map(({ url }) => new URL(url).pathname)
  })()`)
  assert.deepEqual(kept.toSorted(), ['/favicon.svg', '/offline.css', '/offline.html'])
  // The page is translated once the worker has it.
  await eventually(() =>
    page.evaluate<boolean>(
      `caches.match('/offline.html').then((kept) => kept?.headers.get('content-language') === 'ar')`,
    ),
  )
  await page.context().setOffline(true)
  await page.goto(`${web.product.baseUrl}/my`)
  await page.getByRole('heading', { level: 1, name: 'لا يوجد اتصال.' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  // Staff of the same browser are not shown the page of people with appointments.
  const failure = await page.goto(`${web.product.baseUrl}/sign-in`).catch((error: unknown) => error)
  assert.match(String(failure), /ERR_(INTERNET_DISCONNECTED|FAILED)/)
  await page.context().setOffline(false)
  await page.goto(`${web.product.baseUrl}/my`)
  await settled(page)
  const cdp = await page.context().newCDPSession(page)
  assert.deepEqual((await cdp.send('Page.getAppManifest')).errors, [])
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // Contexts of tests are incognito.
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId),
    ['in-incognito'],
  )
  const manifest = await callApi(`${web.product.baseUrl}/app.webmanifest`, 'GET')
  assert.deepEqual([manifest.body.display, manifest.body.start_url], ['standalone', '/my'])
})

test('a new version is offered to whoever comes back, and what was typed stays until they leave it', async (t) => {
  const { id } = await openAppointment(noor)
  const page = await web.open(t, { path: `/a/${id}?ask=cancel`, as: noor, width: 390 })
  const note = page.getByLabel('Note for the staff (optional)')
  await note.fill('Nog niet klaar')
  await page.route('**/my', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A later build</title>' }),
  )
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
  const offer = page.getByRole('button', { name: 'Load the new version' })
  await offer.waitFor()
  await assertAccessible(page)
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.type())
      void dialog.dismiss()
    })
  })
  await offer.click()
  assert.equal(await asked, 'beforeunload')
  assert.equal(await note.inputValue(), 'Nog niet klaar')
})

test('an address of the app that is none says so within the app', async (t) => {
  const page = await web.open(t, { path: '/my/nowhere', as: noor, width: 390 })
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  assert.equal(await page.locator('main').count(), 1)
  await page.getByRole('link', { name: 'To my appointments' }).click()
  await page.getByRole('heading', { level: 1, name: 'Next appointment' }).waitFor()
})

test('a browser that refuses storage shows the pages all the same, in the language it asks for or that is chosen', async (t) => {
  const first = await web.open(t, { path: '/sign-in', locale: 'nl', width: 390 })
  const page = await first.context().newPage()
  await page.addInitScript(
    `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('No', 'SecurityError') } })`,
  )
  await page.goto(`${web.product.baseUrl}${await linkOf(web.product)}`)
  await page.locator('h1').waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'nl')
  await page.getByLabel('Taal').selectOption('Deutsch')
  await page.locator('html[lang=de] h1').waitFor()
  await page.goto(`${web.product.baseUrl}/my`)
  await page.locator('h1').waitFor()
  // Else the end of the test would look at what it keeps.
  await page.close()
})

test('who opens the app without being signed in finds no refusal in the console', async (t) => {
  const page = await web.open(t, { path: '/sign-in' })
  const refused: string[] = []
  page.on('response', (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`))
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  await page.goto(`${web.product.baseUrl}/my`)
  await page.getByLabel('Mobile number').waitFor()
  await page.waitForLoadState('networkidle')
  assert.deepEqual(refused, [])
})

test('the page of one appointment is marked in the menu, under all of them', async (t) => {
  const { id } = await appointmentOf(web.product)
  const page = await web.open(t, { path: `/a/${id}`, as: noor, width: 390 })
  const current = page.getByRole('navigation', { name: 'Main menu' }).locator('a[aria-current]')
  assert.deepEqual(await current.evaluateAll((links) => links.map((link) => link.getAttribute('href'))), ['/my/all'])
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').first().click()
  await page.waitForURL('**/my')
  assert.deepEqual(await current.evaluateAll((links) => links.map((link) => link.getAttribute('href'))), ['/my'])
})

test('the app has plain tabs, large texts, the state above the buttons and whom to call, in any direction of writing', async (t) => {
  const { id } = await openAppointment(noor)
  for (const [locale, width, said] of [
    ['nl', 390, 'U heeft nog niet geantwoord.'],
    ['en', 1280, 'You have not answered yet.'],
    ['ar', 320, null],
  ] as const) {
    const page = await web.open(t, { path: `/a/${id}`, as: noor, locale, width })
    const card = page.getByRole('article')
    const call = card.locator('a[href^="tel:"]').first()
    await call.waitFor()
    if (said !== null) {
      const [sentence, button] = [card.getByText(said), card.getByRole('button').first()]
      const [above, below] = [await sentence.boundingBox(), await button.boundingBox()]
      assert.ok(above && below && above.y < below.y)
    }
    assert.equal(await page.evaluate('getComputedStyle(document.body).fontSize'), '18px')
    await screenshot(page, `app-appointment-${locale}`)
    await assertAccessible(page)
    const tabs = await page.locator('nav').first().getByRole('link').allInnerTexts()
    if (locale === 'nl') assert.deepEqual(tabs.slice(0, 2), ['Mijn afspraak', 'Alle afspraken'])
    assert.equal(tabs.at(-1), { nl: 'Instellingen', en: 'Settings', ar: tabs.at(-1) }[locale])
    // Where there is room the tabs stand beside the page, else below it.
    const [tab, main] = [await page.locator('nav').first().boundingBox(), await page.locator('main').boundingBox()]
    assert.ok(tab && main)
    assert.equal(tab.x + tab.width <= main.x, width === 1280)
  }
})

test('the tab of proposals is there only when there are any', async (t) => {
  const page = await web.open(t, { path: '/my', as: piotr, width: 390 })
  await settled(page)
  const { rows } = await web.product.operator.query<{ count: number }>(
    `select count(*)::int as count from suggestion s join recipient r on r.id = s.recipient_id where r.display_name like 'Piotr%'`,
  )
  const tab = page.getByRole('link', { name: 'Proposed times' })
  await eventually(async () => (await tab.count()) > 0 === rows[0]!.count > 0)
})
