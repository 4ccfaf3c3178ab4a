import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../harness.ts'
import { openWorld, storeRequest, storeSuggestion } from '../../operation-cases.ts'
import { arrive, assertAccessible, isFocused, sanne, screenshot, startWeb } from '../world.ts'

const web = startWeb()

test('the arrow keys walk through the requests, and the address follows', async (t) => {
  const page = await web.open(t, { path: '/requests', as: sanne })
  await page.getByRole('link', { name: 'Zeynep Kaya' }).press('Enter')
  const heading = page.getByRole('heading', { level: 2, name: 'Zeynep Kaya' })
  await eventually(() => isFocused(heading))
  const first = page.url()
  await page.keyboard.press('ArrowDown')
  await eventually(() => isFocused(page.getByRole('heading', { level: 2, name: 'Piotr Nowak' })))
  assert.notEqual(page.url(), first)
  await page.keyboard.press('ArrowUp')
  await eventually(async () => page.url() === first)
})

test('what was typed and not sent is asked about before it is left', async (t) => {
  const page = await web.open(t, { path: '/requests', as: sanne })
  await page.getByRole('link', { name: 'Zeynep Kaya' }).click()
  await page.getByLabel('Message to the person').fill('Thursday is possible too')
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  assert.equal(await page.getByLabel('Message to the person').inputValue(), 'Thursday is possible too')
})

test('a request is declined once, with a message, and the next one opens', async (t) => {
  const page = await web.open(t, { path: '/requests', as: sanne })
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
  await page.getByRole('link', { name: 'Zeynep Kaya' }).click()
  await page.getByLabel('Message to the person').fill('Thursday is possible too')
  await page.getByRole('button', { name: 'Decline' }).dblclick()
  await page.getByRole('heading', { level: 2, name: 'Piotr Nowak' }).waitFor()
  assert.equal(posts.length, 1)
  assert.equal(await page.getByRole('link', { name: 'Zeynep Kaya' }).count(), 0)
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('link', { name: 'Zeynep Kaya' }).click()
  await page.getByText('Thursday is possible too').waitFor()
})

test('a request that a colleague answered meanwhile says so and does nothing twice', async (t) => {
  const page = await web.open(t, { path: '/requests', as: sanne })
  const other = await web.open(t, { path: '/requests', as: sanne })
  for (const one of [page, other]) {
    await one.getByRole('link', { name: 'Piotr Nowak' }).click()
    await one.getByRole('button', { name: 'Approve and cancel the appointment' }).waitFor()
  }
  // As it stands between two looks at what has changed.
  await other.route('**/changes', (route) => route.abort())
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('No open requests').waitFor()
  await other.getByRole('button', { name: 'Approve and cancel the appointment' }).click()
  await other.getByText('Somebody else answered this request in the meantime. Your answer was not sent.').waitFor()
  const { rows } = await web.product.operator.query<{ status: string }>(
    `select r.status from recipient_request r join appointment a on a.platform_holder_id = r.platform_holder_id and a.id = r.appointment_id
     where a.recipient_name = 'Piotr Nowak' and r.type = 'cancel'`,
  )
  assert.deepEqual(rows, [{ status: 'declined' }])
})

test('whoever approves another time goes on to set it, with what would suit in sight', async (t) => {
  const world = await openWorld(web.product)
  const request = await storeRequest(world)
  const page = await web.open(t, { path: `/requests/${request.id}`, as: world.holder.staffEmail })
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await arrive(page, 'Change the appointment')
  assert.ok(page.url().endsWith(`/appointments/${request.appointmentId}/edit`))
  await page.getByText('Preferred times').waitFor()
})

test('an appointment whose other time was approved and not set is on Today, until it is moved or keeps its time', async (t) => {
  const world = await openWorld(web.product)
  const { id, appointmentId } = await storeRequest(world)
  const page = await web.open(t, { path: `/requests/${id}`, as: world.holder.staffEmail })
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await arrive(page, 'Change the appointment')
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  const toBeMoved = page.getByRole('link', { name: '1 appointment is still to be moved' })
  await toBeMoved.click()
  await page
    .getByRole('row', { name: /Sanne de Vries/ })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('button', { name: 'Keep the present time' }).click()
  await page.getByText('The time stays the same. Reminders continue.').waitFor()
  assert.equal(await page.getByText('Reminders wait until').count(), 0)
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await arrive(page, 'Today')
  await page.getByText('Nothing needs your attention').waitFor()
  const { body } = await world.holder.call('GET', `/appointments/${appointmentId}/reminders`)
  assert.ok((body.data.items as { state: string }[]).every(({ state }) => state !== 'held'))
})

test('whoever asked reads the decision and the words of staff before the appointment, in the list and on its page', async (t) => {
  const world = await openWorld(web.product)
  const { id, appointmentId } = await storeRequest(world)
  const { status } = await world.holder.call('POST', `/recipient-requests/${id}/review`, {
    clientRequestId: crypto.randomUUID(),
    expectedVersion: 1,
    decision: 'declined',
    message: 'Belt u ons even, dan zoeken we samen.',
  })
  assert.equal(status, 200)
  await storeSuggestion(world)
  const page = await web.open(t, { path: '/my', width: 390 })
  const [name = '', value = ''] = world.recipientCookie.split('=')
  await page.context().addCookies([{ name, value, url: web.product.baseUrl, httpOnly: true, sameSite: 'Lax' }])
  await page.reload()
  const decisions = page.getByRole('region', { name: 'What was decided' })
  await decisions.getByRole('heading', { name: /^Not moved: .* is expecting you at the same time$/ }).waitFor()
  await decisions.getByText('Belt u ons even, dan zoeken we samen.').waitFor()
  await decisions.getByRole('heading', { name: /proposes another time$/ }).waitFor()
  await decisions.getByRole('link', { name: 'See the proposed time' }).waitFor()
  await assertAccessible(page)
  await screenshot(page, 'recipient-decisions')
  await decisions.locator(`a[href$="/a/${appointmentId}"]`).click()
  await arrive(page, 'Your appointment')
  await decisions.getByText('Belt u ons even, dan zoeken we samen.').waitFor()
  assert.equal(await decisions.getByRole('article').count(), 1)
  const first = await page.locator('main').evaluate((main) => main.textContent.indexOf('Belt u ons even'))
  const card = await page.locator('main').evaluate((main) => main.textContent.indexOf('I can’t come'))
  assert.ok(first >= 0 && card > first, 'The decision stands above what may be done')
})
