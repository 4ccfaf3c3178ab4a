import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import type { TestHolder } from '../../harness.ts'
import { startWeb } from '../world.ts'

const web = startWeb()

type Component = { readonly type: string; readonly width: string; readonly visible: boolean }

/** The layout of the appointment page, in an organization of its own. */
async function openLayout(t: TestContext): Promise<{ page: Page; holder: TestHolder }> {
  const holder = await web.product.createHolder()
  const page = await web.open(t, { path: '/setup/layouts', as: holder.staffEmail })
  await page.getByRole('grid', { name: 'Components, from top to bottom' }).waitFor()
  return { page, holder }
}

async function readLayout(holder: TestHolder) {
  const { body } = await holder.call('GET', '/appointment-layouts?surface=appointment_detail')
  const [layout] = body.data.items
  return { ...layout, types: layout.components.map(({ type }: Component) => type) }
}

/** Moves to a control of a row by the arrow keys: down to the row, then along it. */
async function goTo(page: Page, row: string, control: RegExp): Promise<void> {
  const focused = async () => (await page.locator(':focus').getAttribute('aria-label')) ?? ''
  await page.getByRole('row').first().focus()
  await page.keyboard.press('Home')
  for (let step = 0; step < 10 && (await focused()) !== row; step += 1) await page.keyboard.press('ArrowDown')
  for (let step = 0; step < 4 && !control.test(await focused()); step += 1) await page.keyboard.press('ArrowRight')
  assert.match(await focused(), control)
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByText('Nothing to save.').waitFor()
}

test('a component is moved, hidden, taken out and put back by the keyboard alone', async (t) => {
  const { page, holder } = await openLayout(t)
  const before = await readLayout(holder)
  await goTo(page, 'Appointment', /^Move Appointment$/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo the changes' }).and(page.locator(':enabled')).waitFor()
  await goTo(page, 'Status', /^Hide Status$/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Show Status' }).waitFor()
  await goTo(page, 'Contact', /^Remove Contact$/)
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Add to the layout' }).getByRole('button', { name: 'Contact' }).press('Enter')
  await save(page)
  const after = await readLayout(holder)
  assert.equal(after.version, before.version + 1)
  assert.equal(after.types.at(-1), 'contact')
  assert.ok(after.types.indexOf('title') < before.types.indexOf('title'), after.types.join(' '))
  assert.equal(after.components.find(({ type }: Component) => type === 'status').visible, false)
})

test('a component is dragged by the mouse, and the telephone beside it shows the new order', async (t) => {
  const { page } = await openLayout(t)
  const rows = page.getByRole('row')
  const names = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')))
  assert.deepEqual((await names()).slice(0, 3), ['Date and time', 'Appointment with', 'Appointment'])
  await rows.nth(2).dragTo(rows.first(), { targetPosition: { x: 120, y: 3 } })
  await page.getByRole('button', { name: 'Undo the changes' }).and(page.locator(':enabled')).waitFor()
  assert.deepEqual((await names()).slice(0, 3), ['Appointment', 'Date and time', 'Appointment with'])
})

test('options of a component open by Enter, and what must be there can be neither hidden nor removed', async (t) => {
  const { page, holder } = await openLayout(t)
  await page.getByRole('row', { name: 'Date and time' }).focus()
  await page.keyboard.press('Enter')
  const options = page.getByRole('region', { name: 'Date and time' })
  await options.waitFor()
  assert.equal(new URL(page.url()).searchParams.get('part'), 'date_time')
  assert.equal(await options.getByLabel('Shown, always').isDisabled(), true)
  assert.equal(await page.getByRole('button', { name: /^(Hide|Remove) Date and time$/ }).count(), 0)
  await options.getByLabel('With the time it ends').press('Space')
  await page.getByRole('region', { name: 'Preview' }).getByText('14:30 – 14:50').waitFor()
  await options.getByLabel('Half a line').press('Space')
  await save(page)
  const [when] = (await readLayout(holder)).components
  assert.deepEqual([when.width, when.options], ['half', { showEndTime: true }])
})

test('the telephone speaks the language of its reader, also from right to left', async (t) => {
  const { page } = await openLayout(t)
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('Bevestigen').waitFor()
  await page.goto(`${page.url()}?lang=ar`)
  await preview.locator('[lang=ar][dir=rtl]').waitFor()
})

test('two who change one layout see both, and the second decides', async (t) => {
  const { page, holder } = await openLayout(t)
  const { id, version, components } = await readLayout(holder)
  await goTo(page, 'Status', /^Hide Status$/)
  await page.keyboard.press('Enter')
  const theirs = components.filter(({ type }: Component) => type !== 'contact')
  const body = { expectedVersion: version, schemaVersion: 1, components: theirs }
  assert.equal((await holder.call('PATCH', `/appointment-layouts/${id}`, body)).status, 200)
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  const note = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this in the meantime.' })
  await note.getByText(/^Now: Date and time, /).waitFor()
  await note.getByText(/^Your version: Date and time, /).waitFor()
  await save(page)
  const after = await readLayout(holder)
  assert.equal(after.version, version + 2)
  assert.ok(after.types.includes('contact'))
})
