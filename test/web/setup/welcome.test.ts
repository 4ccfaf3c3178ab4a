import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { callApi, eventually, type TestHolder } from '../../harness.ts'
import { completeProfile, completeRequiredSteps } from '../../onboarding-world.ts'
import { arrive, assertAccessible, screenshot, startWeb, typeInto } from '../world.ts'

const web = startWeb()

const newDraft = () => web.product.createHolder({ displayName: 'Praktijk De Es', status: 'draft' })

async function fault(mode: string): Promise<void> {
  const { status } = await callApi(`${web.product.sandboxUrl}/faults`, 'POST', { provider: 'dnb', mode })
  assert.equal(status, 200)
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Request ids of a page's look-ups. */
function lookUps(page: Page): string[] {
  const ids: string[] = []
  page.on('request', (request) => {
    if (/\/companies\/(search|\d{9})$/.test(request.url())) ids.push(request.postDataJSON().requestId)
  })
  return ids
}

async function profileOf(holder: TestHolder) {
  return (await holder.call('GET', '')).body.data
}

test('a new organization comes from its first page to handing in with the keyboard alone', async (t) => {
  const holder = await newDraft()
  const page = await web.open(t, { path: '/today', as: holder.staffEmail })
  await heading(page, 'Your organization')
  assert.equal(new URL(page.url()).pathname, '/welcome/company')
  const asked = lookUps(page)

  await typeInto(page.getByLabel('Name of the company'), 'huisartsenpraktijk')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Choose Stichting Fictieve Huisartsenpraktijk' }).press('Enter')
  await page.getByText(/Filled in from the register/).waitFor()
  assert.equal(new Set(asked).size, 2, 'each press is a look-up of its own')
  assert.equal((await profileOf(holder)).legalName, '', 'nothing is saved before it is confirmed')
  await screenshot(page, 'welcome-company')
  assert.equal(await page.getByLabel('Number in the register').inputValue(), '90006623')
  await page.getByRole('button', { name: 'Save and continue' }).press('Enter')

  await arrive(page, 'Contacts')
  assert.equal((await profileOf(holder)).legalName, 'Stichting Fictieve Huisartsenpraktijk')
  for (const [label, value] of [
    ['Contact person', 'S. Bakker'],
    ['E-mail address for replies', completeProfile.communicationInboxEmail],
    ['Contact person for payments', 'M. Visser'],
    ['E-mail address for invoices', completeProfile.billingEmail],
  ] as const) {
    await typeInto(page.getByLabel(label, { exact: true }), value)
  }
  await page.keyboard.press('Enter')

  await heading(page, 'Language and time zone')
  await page.getByRole('button', { name: 'Save and continue' }).press('Enter')
  await arrive(page, 'Locations')
  await typeInto(page.getByLabel('Name of location 1'), 'Lindelaan')
  await page.keyboard.press('Enter')
  await arrive(page, 'First appointment type')
  await typeInto(page.getByLabel('What people come for'), 'Controle')
  await page.keyboard.press('Enter')
  await heading(page, 'See a reminder')
  await page
    .getByText(/Praktijk De Es/)
    .last()
    .waitFor()
  await screenshot(page, 'welcome-preview')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await heading(page, 'Payment')
  await page.getByRole('button', { name: 'Leave this for later' }).press('Enter')
  await heading(page, 'Calendar')
  await page.getByRole('button', { name: 'Leave this for later' }).press('Enter')
  await heading(page, 'Submit')
  await page.getByRole('button', { name: 'Submit', exact: true }).press('Enter')
  await page.getByText('What happens next').waitFor()
  await screenshot(page, 'welcome-handed-in')
  const { body } = await holder.call('GET', '/onboarding')
  assert.equal(body.data.status, 'pending_review')
})

test('what was left for later can be opened again, and what is missing is named where it is handed in', async (t) => {
  const holder = await newDraft()
  await completeRequiredSteps(holder)
  const page = await web.open(t, { path: '/welcome', as: holder.staffEmail })
  await heading(page, 'Payment')
  await page.getByRole('button', { name: 'Leave this for later' }).click()
  await heading(page, 'Calendar')
  await page.getByRole('link', { name: /Payment/ }).click()
  await page.getByText('You left this for later.').waitFor()
  await page.getByRole('button', { name: 'Do it now after all' }).click()
  await page.getByRole('button', { name: 'Leave this for later' }).waitFor()
  await holder.call('PATCH', '', { billingEmail: '' })
  await page.goto(`${web.product.baseUrl}/welcome/hand-in`)
  const missing = page.getByRole('main').getByRole('link', { name: 'Contacts' }).last()
  assert.ok(await page.getByRole('button', { name: 'Submit', exact: true }).isDisabled())
  await missing.click()
  await heading(page, 'Contacts')
})

test('a look-up that is refused is not sent again by itself, and a new press is a new look-up', async (t) => {
  const holder = await newDraft()
  const page = await web.open(t, { path: '/welcome/company', as: holder.staffEmail })
  const asked = lookUps(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/companies/search', async (route) => {
    await answer.promise
    await route.fulfill({
      status: 429,
      contentType: 'application/json',
      headers: { 'retry-after': '7' },
      body: JSON.stringify({
        error: { code: 'RATE_LIMITED', message: 'Too many requests.', retryable: true, details: [] },
        requestId: `req_${'0'.repeat(32)}`,
      }),
    })
  })
  await page.getByLabel('Name of the company').fill('huisartsenpraktijk')
  await page.getByRole('button', { name: 'Look up' }).dblclick()
  answer.resolve()
  await page.getByText('Too many requests at once.').waitFor()
  assert.equal(asked.length, 1)
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
  await page.unroute('**/companies/search')
  await fault('error')
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByText('Stopped: the company register did not answer.').waitFor()
  await fault('none')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('company found').or(page.getByText('companies found')).waitFor()
  assert.equal(new Set(asked).size, 3)
})

test('a look-up without a sign of life says that it still waits, and then that it stopped', async (t) => {
  const holder = await newDraft()
  const page = await web.open(t, { path: '/welcome/company', as: holder.staffEmail })
  let status = 'running'
  let requestId = ''
  await page.route('**/companies/search', (route) => {
    requestId = route.request().postDataJSON().requestId
  })
  const at = new Date().toISOString()
  await page.route('**/companies/progress', (route) =>
    route.fulfill({
      json: {
        data: {
          progress: {
            requestId,
            status,
            phase: 'search',
            startedAt: at,
            updatedAt: at,
            completedAt: '',
            errorCode: '',
          },
        },
        requestId: `req_${'0'.repeat(32)}`,
      },
    }),
  )
  await page.getByLabel('Name of the company').fill('huisartsenpraktijk')
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByText('Searching the company register…').waitFor()
  status = 'stalled'
  await page.getByText('Still waiting for the company register…').waitFor()
  await assertAccessible(page)
  status = 'timed_out'
  await page.getByText('Stopped: the company register did not answer.').waitFor()
  const first = requestId
  await page.getByRole('button', { name: 'Try again' }).click()
  await eventually(async () => requestId !== first)
})

test('leaving a page of the wizard with something typed asks first', async (t) => {
  const holder = await newDraft()
  const page = await web.open(t, { path: '/welcome/contacts', as: holder.staffEmail })
  await page.getByLabel('Contact person', { exact: true }).fill('S. Bakker')
  await page.getByRole('link', { name: 'Locations' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await asked.waitFor()
  await asked.getByRole('button', { name: 'Stay here' }).click()
  assert.equal(await page.getByLabel('Contact person', { exact: true }).inputValue(), 'S. Bakker')
})

test('on a telephone the row of steps shows the one that is open', async (t) => {
  const { staffEmail } = await newDraft()
  const page = await web.open(t, { path: '/welcome/company', as: staffEmail, width: 390 })
  const row = page.getByRole('navigation', { name: 'Steps' }).getByRole('list')
  for (const [step, name] of [
    ['language', 'Language and time zone'],
    ['preview', 'See a reminder'],
    ['hand-in', 'Submit'],
  ] as const) {
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: '/welcome/${step}' })`)
    await arrive(page, name)
    const item = row.locator('[aria-current]', { hasText: name })
    await eventually(async () => {
      const [shown, box] = await Promise.all([row.boundingBox(), item.boundingBox()])
      // Widths of text are broken numbers.
      return shown && box && box.x > shown.x - 1 && box.x + box.width < shown.x + shown.width + 1
    }, 20_000)
  }
})

test('the step of the calendar leads to the calendars, from where one goes on setting up', async (t) => {
  const holder = await newDraft()
  const page = await web.open(t, { path: '/welcome/calendar', as: holder.staffEmail })
  await page.getByRole('link', { name: 'Connect a calendar' }).press('Enter')
  await heading(page, 'Calendars')
  await page.getByRole('link', { name: 'Continue setting up' }).press('Enter')
  await page.waitForURL('**/welcome/calendar')
})
