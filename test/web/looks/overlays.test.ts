import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { eventually, type TestHolder } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { isFocused, sanne, screenshot, startWeb } from '../world.ts'

const web = startWeb()

test('pointing at rows loads code and reads nobody’s data: it leaves no trace in the audit trail', async (t) => {
  const page = await web.open(t, { path: '/appointments', as: sanne })
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
  await eventually(async () => (await rows.count()) >= 12)
  const code: string[] = []
  page.on('request', (request) => code.push(new URL(request.url()).pathname))
  const before = await seenPeople()
  for (const row of (await rows.all()).slice(0, 12)) await row.getByRole('link').first().hover()
  await eventually(async () => code.some((path) => path.startsWith('/assets/appointment-sheet-')))
  await page.waitForLoadState('networkidle')
  assert.equal(await seenPeople(), before)
})

/** How often somebody was shown one appointment, by the audit trail. */
async function seenPeople(): Promise<number> {
  const { rows } = await web.product.operator.query<{ rows: number }>(
    `select count(*)::int as rows from audit_event
     where action in ('getHolderAppointment', 'listHolderAppointmentReminders', 'getHolderRecipientRequest')`,
  )
  return rows[0]?.rows ?? Number.NaN
}

/** The page of an appointment with the dialog in which it is cancelled. */
async function openCancel(t: TestContext): Promise<{ page: Page; dialog: Locator }> {
  const holder = await web.product.createHolder()
  const { id } = await storeAppointment(web.product, holder)
  const page = await web.open(t, { path: `/appointments/${id}`, as: holder.staffEmail })
  return { page, dialog: await askToCancel(page) }
}

async function askToCancel(page: Page): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'Cancel the appointment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel the appointment' })
  await dialog.waitFor()
  return dialog
}

test('a dialog is closed by a press beside it, and by none that began in it or is on its scrollbar', async (t) => {
  const { page, dialog } = await openCancel(t)
  const box = (await dialog.boundingBox()) ?? assert.fail()
  // A text is chosen, and the pointer let go outside.
  await page.mouse.move(box.x + 40, box.y + 90)
  await page.mouse.down()
  await page.mouse.move(20, 20)
  await page.mouse.up()
  assert.ok(await dialog.isVisible())
  // This browser draws no scrollbars: one is pressed in the dialog itself, within its bounds.
  const at = { bubbles: true, clientX: box.x + box.width - 5, clientY: box.y + 50 }
  for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) await dialog.dispatchEvent(kind, at)
  assert.ok(await dialog.isVisible())
  await page.mouse.click(20, 20)
  await dialog.waitFor({ state: 'detached' })
})

test('a dialog in which something was typed asks before it closes, however it is closed', async (t) => {
  const { page, dialog } = await openCancel(t)
  const note = dialog.getByLabel('Internal note')
  await note.fill('Called twice')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 20),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]
  for (const close of ways) {
    await close()
    await screenshot(page, 'leave-dialog')
    await question.getByRole('button', { name: 'Stay here' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await note.inputValue(), 'Called twice')
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.ok(await isFocused(page.getByRole('button', { name: 'Cancel the appointment' })))
  // Nothing is asked of whoever typed nothing.
  await askToCancel(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('a notice stands above a dialog that opens meanwhile, and can be closed there', async (t) => {
  const { page, dialog } = await openCancel(t)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change the language' }).click()
  const languages = page.getByRole('dialog', { name: 'Change the language' })
  await languages.getByLabel('Language of the messages').selectOption('Deutsch')
  await languages.getByRole('button', { name: 'Save' }).click()
  await languages.waitFor({ state: 'detached' })
  const notices = page.locator('[aria-live=polite]')
  await notices.getByRole('paragraph').waitFor()
  await askToCancel(page)
  // A press that something lies over fails.
  await notices.getByRole('button', { name: 'Close' }).click({ timeout: 4_000 })
  await notices.getByRole('paragraph').waitFor({ state: 'detached' })
  assert.ok(await dialog.isVisible())
})

test('the palette offers what the page can do', async (t) => {
  const { page, dialog } = await openCancel(t)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  for (const words of ['change or', 'cancel the app']) {
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').fill(words)
    await page.getByRole('menuitem').first().waitFor()
    if (words.startsWith('change')) await page.keyboard.press('Escape')
  }
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.waitFor()
})

test('a menu gives the focus to its first choice, and takes it from no other that has it by then', async (t) => {
  const page = await web.open(t, { path: '/today', as: sanne })
  const button = page.getByRole('button', { name: 'Your account' })
  await button.press('Enter')
  const choices = page.getByRole('menuitem')
  await eventually(() => isFocused(choices.first()))
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  const focused = await page.evaluate(`new Promise((resolve) => {
    const list = document.querySelector('[role=menu]')
    list.addEventListener('toggle', () => setTimeout(() => resolve(document.activeElement.textContent)))
    list.showPopover()
    list.querySelectorAll('[role=menuitem]')[1].focus()
  })`)
  assert.equal(focused, await choices.nth(1).textContent())
})

test('the arrow keys change nothing under the question whether to leave', async (t) => {
  const page = await web.open(t, { path: '/requests', as: sanne })
  await page.getByRole('link', { name: 'Zeynep Kaya' }).click()
  await page.getByLabel('Message to the person').fill('Thursday')
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.waitFor()
  await page.keyboard.press('ArrowDown')
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
})

test('a day can be chosen in the calendar of a field that stands in a dialog', async (t) => {
  const page = await web.open(t, { path: '/appointments/new', as: sanne })
  const day = page.getByRole('group', { name: 'Day' })
  await day.waitFor()
  // No dialog has such a field by now; one may.
  await day.evaluate(`(group) => {
    const dialog = document.createElement('dialog')
    group.parentElement.before(dialog)
    dialog.append(group.parentElement)
    dialog.style.minHeight = '30rem'
    dialog.showModal()
  }`)
  await day.getByRole('button', { name: /^Calendar/ }).click()
  await screenshot(page, 'day-in-dialog')
  const cell = page.getByRole('gridcell').getByRole('button', { disabled: false }).nth(20)
  const name = (await cell.getAttribute('aria-label')) ?? assert.fail()
  await cell.click({ timeout: 5_000 })
  const [number] = /\d+/.exec(name) ?? assert.fail(name)
  await eventually(async () =>
    (await day.getByRole('spinbutton').allTextContents()).map(Number).includes(Number(number)),
  )
})

async function openOwn(t: TestContext, path: string, status: 'active' | 'draft' = 'active') {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Beuk', status })
  return { holder, page: await web.open(t, { path, as: holder.staffEmail }) }
}

test('who removes a step, a language or a location finds the focus on the next one, then on what adds', async (t) => {
  const { page, holder } = await openOwn(t, '/setup/reminders')
  await page.getByRole('button', { name: 'Add a reminder' }).press('Enter')
  const steps = page.getByRole('button', { name: /^Remove reminder/ })
  await assertFocusMoves(steps, page.getByRole('button', { name: 'Add a reminder' }))

  await goTo(page, '/setup/types/new')
  const names = page.getByRole('group', { name: 'Name' })
  for (const language of ['Deutsch', 'Français']) {
    await names.getByRole('button', { name: 'Add a language' }).click()
    const choice = page.getByRole('menuitem', { name: language })
    assert.match((await choice.locator('[lang]').getAttribute('lang')) ?? '', /^(de|fr)$/)
    await choice.click()
  }
  await assertFocusMoves(
    names.getByRole('button', { name: /^Remove/ }),
    names.getByRole('button', { name: 'Add a language' }),
  )

  await goTo(page, '/setup/locations', true)
  await addLocations(holder)
  await page.reload()
  await page.getByRole('link', { name: 'Noord' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByRole('link', { name: 'Noord' }).waitFor({ state: 'detached' })
  await eventually(() => isFocused(page.getByRole('link', { name: 'Zuid' })))
})

test('so does who removes a location in the wizard or a part of a layout', async (t) => {
  const { page, holder } = await openOwn(t, '/welcome/locations', 'draft')
  await page.getByRole('button', { name: 'Add a location' }).press('Enter')
  await assertFocusMoves(
    page.getByRole('button', { name: /^Remove location/ }),
    page.getByRole('button', { name: 'Add a location' }),
  )
  const layouts = await web.open(t, { path: '/setup/layouts', as: holder.staffEmail })
  const removes = layouts.getByRole('button', { name: /^Remove / })
  const before = await removes.count()
  await removes.first().click()
  await eventually(async () => (await removes.count()) === before - 1 && (await hasFocus(layouts)))
  const adds = layouts.getByRole('group', { name: 'Add to the layout' }).getByRole('button')
  await adds.first().press('Enter')
  await eventually(() => hasFocus(layouts))
})

/** Presses one after the other, always where the focus is. */
async function assertFocusMoves(buttons: Locator, last: Locator): Promise<void> {
  await buttons.first().focus()
  for (let left = await buttons.count(); left > 0; left -= 1) {
    assert.ok(await isFocused(buttons.first()), `${left} are left`)
    await buttons.page().keyboard.press('Enter')
    await eventually(async () => (await buttons.count()) === left - 1)
  }
  assert.ok(await isFocused(last))
}

async function hasFocus(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.activeElement !== document.body')
}

/** Goes there and leaves what was typed. */
async function goTo(page: Page, path: string, isDirty = true): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: '${path}', ignoreBlocker: ${isDirty} })`)
  await page.waitForURL(`**${path}`)
  await page.locator('h1').waitFor()
}

async function addLocations(holder: TestHolder): Promise<void> {
  const locations = ['Noord', 'Zuid'].map((name) => ({ id: randomUUID(), name, personCount: 1, roomCount: 1 }))
  const { status } = await holder.call('PATCH', '', { schedulingSetup: { locations } })
  assert.equal(status, 200)
}
