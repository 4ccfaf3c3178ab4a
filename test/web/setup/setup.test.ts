import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually, type TestHolder } from '../../harness.ts'
import { arrive, isFocused, startWeb, typeInto } from '../world.ts'

const web = startWeb()

/** A page of an organization of its own. */
async function openSetup(t: TestContext, path: string): Promise<{ page: Page; holder: TestHolder }> {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Beuk' })
  return { holder, page: await web.open(t, { path, as: holder.staffEmail }) }
}

test('set-up begins with what it is made of, and the locations are added, changed and removed by keyboard', async (t) => {
  const { page, holder } = await openSetup(t, '/setup')
  await page.getByRole('link', { name: 'Locations' }).press('Enter')
  await arrive(page, 'Locations')
  await page.getByRole('navigation', { name: 'Set-up' }).getByRole('link', { name: 'Set-up' }).press('Enter')
  await arrive(page, 'Set-up')
  await page.goBack()
  await page.getByRole('link', { name: 'Add a location' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New location' })
  await eventually(() => isFocused(dialog.getByLabel('Name')))
  await typeInto(dialog.getByLabel('Name'), 'Beukenlaan')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Beukenlaan' }).press('Enter')
  await typeInto(page.getByRole('dialog').getByLabel('Name'), 'Beukenlaan 2')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Beukenlaan 2' }).waitFor()
  const { body } = await holder.call('GET', '')
  const [location] = body.data.schedulingSetup.locations
  assert.deepEqual({ ...location, id: '' }, { id: '', name: 'Beukenlaan 2', personCount: 2, roomCount: 1 })

  await page.getByRole('link', { name: 'Beukenlaan 2' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByText('No locations yet').waitFor()
})

test('a location that was changed and not saved is not closed without asking, and a name of a site is refused at its field', async (t) => {
  const { page } = await openSetup(t, '/setup/locations?edit=new')
  const dialog = page.getByRole('dialog', { name: 'New location' })
  await typeInto(dialog.getByLabel('Name'), 'www.beuk.example')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Stay here' }).press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.getByText('This is not one of the choices.').waitFor()
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'www.beuk.example')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Leave without saving' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
})

test('a type is added with names, rights and a plan of its own, shown as it will arrive, and put away', async (t) => {
  const { page, holder } = await openSetup(t, '/setup/types')
  await page.getByRole('link', { name: 'Add a type' }).first().press('Enter')
  await arrive(page, 'New appointment type')
  await typeInto(page.getByLabel('Name, Nederlands'), 'Bloedprikken')
  await page.getByRole('button', { name: 'Add a language' }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Deutsch' }).press('Enter')
  await typeInto(page.getByLabel('Name, Deutsch'), 'Blutabnahme')
  await page.getByLabel('The name may be used in messages').press('Space')
  await typeInto(page.getByLabel('Minutes'), '10')
  await page.getByLabel('Its own schedule').press('Space')
  await page.getByRole('button', { name: 'Remove reminder 2' }).press('Enter')
  await page.getByLabel('Ask to cancel').press('Space')
  await page.getByText('The name will appear in it once this is saved.').waitFor()
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('link', { name: 'Bloedprikken' }).waitFor()
  const { body } = await holder.call('GET', '/appointment-types')
  const type = body.data.items.find(({ ownership }: { ownership: string }) => ownership === 'own')
  assert.deepEqual(type.name, { nl: 'Bloedprikken', de: 'Blutabnahme' })
  assert.deepEqual(
    [type.durationMinutes, type.smsSafe, type.reminderPlan.steps.length, type.recipientActions.cancelRequest],
    [10, true, 1, false],
  )

  await page.getByRole('link', { name: 'Bloedprikken' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Bloedprikken' }).waitFor()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('Bloedprikken').waitFor()
  await page.goto(`${page.url()}?lang=ar`)
  const message = preview.locator('blockquote')
  await message.waitFor()
  assert.equal(await message.getAttribute('dir'), 'rtl')
  await preview.getByText('all letters (UCS-2)').waitFor()
  await page.getByRole('button', { name: 'Archive' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Appointment types' }).waitFor()
  await page.getByRole('link', { name: 'Show archived' }).press('Enter')
  await page.getByRole('link', { name: 'Bloedprikken' }).waitFor()
})

test('a name that is in use is told, and nothing typed is lost', async (t) => {
  const { page, holder } = await openSetup(t, '/setup/types/new')
  await holder.call('POST', '/appointment-types', {
    clientRequestId: randomUUID(),
    name: { nl: 'Consult' },
    durationMinutes: 20,
  })
  await typeInto(page.getByLabel('Name, Nederlands'), 'Consult')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  assert.match((await alert.textContent()) ?? '', /This name is in use\..*req_/)
  assert.equal(await page.getByLabel('Name, Nederlands').inputValue(), 'Consult')
})

test('a type that is there for every organization shows its name in the language of the page and in that of messages', async (t) => {
  const { page, holder } = await openSetup(t, '/setup/types')
  const { body } = await holder.call('GET', '/appointment-types')
  const { id } = body.data.items.find(({ ownership }: { ownership: string }) => ownership === 'global')
  await page.goto(`${web.product.baseUrl}/setup/types/${id}`)
  await page.getByText('This type is the same for every organization and cannot be changed.').waitFor()
  for (const language of ['English', 'Nederlands']) assert.ok(await page.getByLabel(`Name, ${language}`).isDisabled())
  assert.equal(await page.getByLabel(/^Name, /).count(), 2)
})
