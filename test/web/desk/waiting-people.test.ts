import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { storeAppointment, storeWaiting } from '../../operation-cases.ts'
import { assertAccessible, sanne, startWeb } from '../world.ts'

const web = startWeb()

/** Another member of the staff of a holder. @returns their address */
async function colleagueOf(holder: TestHolder): Promise<string> {
  const email = `colleague-${holder.id}@holder.example`
  await inTransaction(web.product.operator, { holder: null }, (tx) => inviteStaff(tx, holder.id, email))
  return email
}

async function linksOf(entry: string): Promise<number> {
  const { rowCount } = await web.product.operator.query('select 1 from recipient_link where holder_recipient_id = $1', [
    entry,
  ])
  return rowCount ?? 0
}

test('who waits is found beside the requests, with what tells who it is, and linked after a question', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const page = await web.open(t, { path: '/requests', as: holder.staffEmail })
  await page.getByRole('link', { name: 'People who wait' }).click()
  await page.getByText('Nobody waits').waitFor()
  const { product } = web
  const { holderRecipientId, phoneNumberE164 } = await storeWaiting({ product, holder }, 'Lies Bakker')
  await storeAppointment(product, holder, 300, { recipient: { displayName: 'Kees Bakker', phoneNumberE164 } })
  await page.reload()
  const card = page.getByRole('article')
  await card
    .getByText(`+31*******${phoneNumberE164.slice(-2)}`)
    .first()
    .waitFor()
  assert.equal(await card.getByText('1 appointment').count(), 2)
  assert.ok(await card.getByRole('button', { name: 'Link' }).isDisabled(), 'nobody is chosen')
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
  await card.getByRole('checkbox', { name: /Lies Bakker/ }).check({ force: true })
  await card.getByRole('button', { name: 'Link' }).click()
  const question = page.getByRole('dialog', { name: 'Do you know who this is?' })
  await assertAccessible(page)
  assert.equal(await linksOf(holderRecipientId), 0)
  await question.getByRole('button', { name: 'Link' }).dblclick()
  await card.getByText('Linked already').waitFor()
  assert.equal(await card.getByRole('checkbox').count(), 1, 'whoever shares the number is left')
  assert.equal(posts.length, 1)
  assert.equal(await linksOf(holderRecipientId), 1)
})

test('two members of staff: one proposes, the other confirms, and each sees what they can do', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const { holderRecipientId } = await storeWaiting({ product: web.product, holder }, 'Lies Bakker')
  const page = await web.open(t, { path: '/setup/linking', as: holder.staffEmail })
  const choice = page.getByRole('switch', { name: /^Two members of staff/ })
  await choice.check({ force: true })
  await page.getByText('Saved').waitFor()
  await page.reload()
  await eventually(() => choice.isChecked())
  await page.goto(new URL('/people', page.url()).href)
  await page.getByRole('checkbox', { name: /Lies Bakker/ }).check({ force: true })
  await page.getByRole('button', { name: 'Link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Link' }).click()
  await page.getByText('You proposed this link. A colleague has to confirm it.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Confirm' }).count(), 0)
  assert.equal(await linksOf(holderRecipientId), 0)
  const other = await web.open(t, { path: '/people', as: await colleagueOf(holder), width: 320 })
  await other.getByText(`${holder.staffEmail} proposes this link.`, { exact: false }).waitFor()
  await assertAccessible(other)
  await other.getByRole('button', { name: 'Confirm' }).click()
  await other.getByText('Nobody waits').waitFor()
  assert.equal(await linksOf(holderRecipientId), 1)
})

test('a person of the demo waits, and is shown to the organization that knows them', async (t) => {
  const page = await web.open(t, { path: '/people', as: sanne })
  await page.getByRole('checkbox', { name: /Daan Bakker/ }).waitFor({ state: 'attached' })
})

test('a letter is entered on the page of an appointment, and what becomes of it stands there', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const recipient = { displayName: 'Lies Bakker', phoneNumberE164: '+31627990007' }
  const { id } = await storeAppointment(web.product, holder, 240, { recipient })
  const page = await web.open(t, { path: `/appointments/${id}`, as: holder.staffEmail })
  await page.getByRole('button', { name: 'Asked by letter…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erasure asked by letter' })
  const enter = dialog.getByRole('button', { name: 'Enter the request' })
  await dialog.getByText('Lies Bakker').waitFor()
  assert.ok(await enter.isDisabled(), 'nobody said yet that the person asked')
  await dialog.getByRole('checkbox').check({ force: true })
  await enter.dblclick()
  await page.getByText('Will be decided by', { exact: false }).waitFor()
  await page.getByText(`entered by ${holder.staffEmail}`, { exact: false }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Asked by letter…' }).count(), 0)
  const { rows } = await web.product.operator.query<{ status: string }>(
    'select status from deletion_request where platform_holder_id = $1',
    [holder.id],
  )
  assert.deepEqual(rows, [{ status: 'pending_review' }])
})
