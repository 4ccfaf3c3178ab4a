import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { appointmentOf, noor, settle } from '../every-page.ts'
import { startWeb, typeInto, typeParts } from '../world.ts'

// What holds for every form. What is special about one is tested in the file of its page.

const web = startWeb()
let holder: TestHolder
let typeId: string
let appointmentId: string
let personId: string
let memberId: string
before(async () => {
  await web.ready()
  holder = await web.product.createHolder({ defaultLocale: 'en' })
  typeId = await made('/appointment-types', { name: { nl: 'Consult' }, durationMinutes: 20 })
  const startsAt = (await web.product.clock.now()).add({ hours: 24 * 10 })
  appointmentId = await made('/appointments', {
    startsAt: startsAt.toString(),
    endsAt: startsAt.add({ minutes: 20 }).toString(),
    timezone: 'Europe/Amsterdam',
    recipient: { displayName: 'Ria Postma', email: 'ria@example.com' },
  })
  personId = (await holder.call('GET', `/appointments/${appointmentId}`)).body.data.recipient.personId
  const { id } = await inTransaction(web.product.operator, { holder: null }, (tx) =>
    inviteStaff(tx, holder.id, `bram-${holder.id}@forms.example`, 'scheduler'),
  )
  memberId = id
})

async function made(path: string, body: object): Promise<string> {
  const answer = await holder.call('POST', path, { clientRequestId: randomUUID(), ...body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.id
}

type Form = {
  readonly path: () => string
  readonly fill: (page: Page) => Promise<void>
  readonly button: string
}

const fill = (label: string, text: string) => (page: Page) => typeInto(page.getByLabel(label, { exact: true }), text)

const forms: Readonly<Record<string, Form>> = {
  'a note on a person': {
    path: () => `/people/${personId}`,
    fill: fill('Note', 'After four'),
    button: 'Save the note',
  },
  'a location': { path: () => '/setup/locations?edit=new', fill: fill('Name', 'Beukenlaan'), button: 'Save' },
  'a new webhook': {
    path: () => '/setup/webhooks?edit=new',
    fill: fill('Address', 'https://example.com/tijdig'),
    button: 'Add',
  },
  'an invitation': {
    path: () => '/setup/staff?edit=new',
    fill: fill('E-mail address', 'noor@forms.example'),
    button: 'Send the invitation',
  },
  'somebody of the staff': { path: () => `/setup/staff?edit=${memberId}`, fill: fill('Name', 'Bram'), button: 'Save' },
  'the networks': {
    path: () => '/setup/networks',
    fill: fill('Networks of staff', '127.0.0.0/8'),
    button: 'Save',
  },
  'the reminders': {
    path: () => '/setup/reminders',
    fill: fill('People who did not answer, at most (each day)', '12'),
    button: 'Save',
  },
  'a new type': { path: () => '/setup/types/new', fill: fill('Name, English', 'Check'), button: 'Save' },
  'a type': { path: () => `/setup/types/${typeId}`, fill: fill('Minutes', '25'), button: 'Save' },
  'a layout': {
    path: () => '/setup/layouts',
    // What asks before it is left comes when somebody turns to the form, and stands a moment later.
    fill: async (page) => {
      const guard = page.waitForResponse(/dirty-guard/)
      await page.getByRole('button', { name: 'Hide Status' }).click()
      await guard
      await page.waitForTimeout(1_000)
    },
    button: 'Save',
  },
  'the profile': {
    path: () => '/account/profile',
    fill: fill('Website', 'https://example.com'),
    button: 'Save',
  },
  'a key': { path: () => '/account/keys/new', fill: fill('Name', 'Practice system'), button: 'Create the key' },
  'a step of the wizard': {
    path: () => '/welcome/contacts',
    fill: fill('Contact person', 'S. Bakker'),
    button: 'Save and continue',
  },
  'an appointment': {
    path: () => `/appointments/${appointmentId}/edit`,
    fill: fill('Place', 'Room 4'),
    button: 'Save the change',
  },
  'a new appointment': {
    path: () => '/appointments/new',
    async fill(page) {
      const day = (await web.product.clock.now()).add({ hours: 240 }).toZonedDateTimeISO('Europe/Amsterdam')
      await typeInto(page.getByLabel('Name'), 'Tess Visser')
      await typeInto(page.getByRole('textbox', { name: 'E-mail address' }), 'tess@example.com')
      await typeParts(page.getByRole('group', { name: 'Day' }), [day.day, day.month, day.year])
      await page.getByLabel('Time', { exact: true }).fill('10:30')
    },
    button: 'Make the appointment',
  },
}

for (const [name, { path, fill, button }] of Object.entries(forms))
  test(`the form of ${name} asks before it is left with something typed, and pressed twice it sends one change`, async (t) => {
    const page = await web.open(t, { path: path(), as: holder.staffEmail })
    await settle(page)
    await fill(page)
    // Number fields take their value when they are left.
    await page.keyboard.press('Tab')
    const before = page.url()
    await page.evaluate(`void __TSR_ROUTER__.navigate({ href: '/help' })`)
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay here' }).press('Enter')
    await question.waitFor({ state: 'detached' })
    assert.equal(page.url(), before)
    const sent = changesOf(page)
    await pressTwice(page.getByRole('button', { name: button, exact: true }))
    await eventually(async () => sent.length > 0 && sent.every(({ isAnswered }) => isAnswered))
    assert.deepEqual(
      sent.map(({ status }) => status < 300),
      [true],
    )
  })

test('what people ask for and want is sent once too, however often they press', async (t) => {
  const { id } = await appointmentOf(web.product)
  const page = await web.open(t, { path: `/a/${id}?ask=cancel`, as: noor, width: 390 })
  const sent = changesOf(page)
  await page.getByLabel('Note for the staff (optional)').fill('Ik ben ziek')
  await pressTwice(page.getByRole('button', { name: 'Ask to cancel', exact: true }))
  await page.getByText('Your request has been sent. Your appointment has not changed.').waitFor()
  await pressTwice(page.getByRole('button', { name: 'Withdraw my request' }))
  await page.getByRole('link', { name: 'Another time' }).waitFor()
  assert.equal(sent.length, 2)
})

test('a type that somebody else changed meanwhile is shown as it is beside what was typed, and nothing is lost', async (t) => {
  const page = await web.open(t, { path: `/setup/types/${typeId}`, as: holder.staffEmail })
  await typeInto(page.getByLabel('Minutes'), '35')
  const { body } = await holder.call('GET', `/appointment-types/${typeId}`)
  const theirs = { expectedVersion: body.data.version, durationMinutes: 45 }
  assert.equal((await holder.call('PATCH', `/appointment-types/${typeId}`, theirs)).status, 200)
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  const note = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this in the meantime.' })
  await note.getByText(/^Now: .*45/).waitFor()
  await note.getByText(/^Your version: .*35/).waitFor()
  assert.equal(await page.getByLabel('Minutes').inputValue(), '35')
})

test('a call, and a batch and its end, are sent once however often they are pressed', async (t) => {
  const page = await web.open(t, { path: `/appointments/${appointmentId}`, as: holder.staffEmail })
  const sent = changesOf(page)
  await pressTwice(page.getByRole('button', { name: 'No answer' }))
  await page.getByText('Called, no answer').first().waitFor()
  await page.goto(new URL(`/batches?ids=["${appointmentId}"]`, page.url()).href)
  await pressTwice(page.getByRole('button', { name: 'Cancel 1 appointment' }))
  await pressTwice(page.getByRole('button', { name: 'Undo' }))
  await page.getByText('Undone. Nothing has changed.').waitFor()
  assert.deepEqual(
    sent.map(({ status }) => status < 300),
    [true, true, true],
  )
})

type Sent = { isAnswered: boolean; status: number }

function changesOf(page: Page): readonly Sent[] {
  const sent: Sent[] = []
  page.on('request', async (request) => {
    // Dry runs and previews change nothing.
    const asks = request.postData()?.includes('"dryRun":true') || request.url().endsWith('/preview')
    if (request.method() === 'GET' || asks) return
    const one = { isAnswered: false, status: 0 }
    sent.push(one)
    one.status = (await request.response())?.status() ?? 0
    one.isAnswered = true
  })
  return sent
}

/** Presses again before the first press can have had any effect. */
async function pressTwice(button: Locator): Promise<void> {
  await button.and(button.page().locator(':enabled')).waitFor()
  await button.evaluate((one) => {
    const pressed = one as unknown as { click(): void }
    pressed.click()
    pressed.click()
  })
}

test('in a language from right to left words run as they are typed, and numbers and addresses from the left', async (t) => {
  const page = await web.open(t, { path: '/appointments/new', as: holder.staffEmail, locale: 'ar' })
  const direction = (name: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('[name="${name}"]')).direction`)
  const name = page.locator('[name="recipient.displayName"]')
  for (const [text, expected] of [
    ['', 'rtl'],
    ['سارة', 'rtl'],
    ['Sanne', 'ltr'],
  ] as const) {
    await name.fill(text)
    assert.equal(await direction('recipient.displayName'), expected, text)
  }
  for (const field of ['recipient.phoneNumberE164', 'recipient.email', 'endsAt'])
    assert.equal(await direction(field), 'ltr', field)
})
