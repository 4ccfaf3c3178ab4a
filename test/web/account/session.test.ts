import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addStaff } from '#/app/operator/holders/staff.ts'
import { eventually, mailedCode, mailsTo } from '../../harness.ts'
import { screenshot, startWeb } from '../world.ts'

// A product of its own, because it ends sessions.
const web = startWeb({ own: true })

const minutes = (count: number) => count * 60_000

/** Sessions of a person that the server still takes. */
async function liveSessions(email: string): Promise<number> {
  const { rows } = await web.product.operator.query<{ live: number }>(
    `select count(*)::int as live from staff_session s join staff_member m on m.platform_holder_id = s.platform_holder_id and m.id = s.staff_member_id
     where m.email = $1 and s.ended_at is null`,
    [email],
  )
  return rows[0]?.live ?? Number.NaN
}

async function signInAgain(page: Page, email: string): Promise<void> {
  const ended = page.getByRole('alertdialog', { name: 'You are signed out' })
  await ended.getByLabel('E-mail address').fill(email)
  const before = (await mailsTo(web.product, email)).length
  await ended.getByRole('button', { name: 'Send me a code' }).click()
  await ended.getByLabel('Code from the e-mail').fill(await mailedCode(web.product, email, before + 1))
  await ended.getByRole('button', { name: 'Sign in' }).click()
  await ended.waitFor({ state: 'detached' })
}

test('after 25 idle minutes every tab counts down; one press stays, and half an hour ends it for all, with what was typed kept', async (t) => {
  const { staffEmail } = await web.product.createHolder({ displayName: 'Praktijk De Es' })
  const page = await web.open(t, { path: '/account/profile', as: staffEmail })
  // The clock of both tabs.
  await page.clock.install()
  await page.reload()
  await page.getByLabel('Town').fill('Zwolle')
  const other = await page.context().newPage()
  await other.goto(`${web.product.baseUrl}/help`)
  await other.locator('h1').waitFor()
  const warned = (one: Page) => one.getByRole('alertdialog', { name: 'Are you still there?' })

  await page.clock.fastForward(minutes(25) + 2_000)
  for (const one of [page, other])
    await warned(one)
      .getByRole('timer')
      .getByText(/signed out in [45]:\d\d/)
      .waitFor()
  await screenshot(page, 'idle')
  await warned(page).getByRole('button', { name: 'Stay signed in' }).press('Enter')
  for (const one of [page, other]) await warned(one).waitFor({ state: 'detached' })

  await page.clock.fastForward(minutes(25) + 2_000)
  await warned(other).waitFor()
  // A hand on the mouse is no answer.
  await page.mouse.move(300, 300)
  await warned(page).waitFor()
  assert.equal(await liveSessions(staffEmail), 1)
  await page.clock.fastForward(minutes(5))
  for (const one of [page, other]) await one.getByRole('alertdialog', { name: 'You are signed out' }).waitFor()
  await eventually(async () => (await liveSessions(staffEmail)) === 0)
  await screenshot(page, 'idle-ended')

  await signInAgain(page, staffEmail)
  // The other tab goes on as well.
  await other.getByRole('alertdialog', { name: 'You are signed out' }).waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Town').inputValue(), 'Zwolle')
})

test('whoever types for half an hour, and asks the server nothing, stays signed in', async (t) => {
  const { staffEmail } = await web.product.createHolder()
  const page = await web.open(t, { path: '/account/profile', as: staffEmail })
  await page.clock.install()
  await page.reload()
  const field = page.getByLabel('Town')
  await field.fill('Z')
  await web.product.operator.query(`update staff_session set last_seen_at = now() - interval '29 minutes'`)
  await page.clock.fastForward(minutes(2))
  await field.pressSequentially('wolle')
  await eventually(async () => {
    const { rows } = await web.product.operator.query<{ fresh: boolean }>(
      `select bool_or(last_seen_at > now() - interval '1 minute') as fresh from staff_session where ended_at is null`,
    )
    return rows[0]?.fresh === true
  })
})

test('each tab stays with its organization while another one signs in for another, and signing out is for all', async (t) => {
  const { staffEmail } = await web.product.createHolder({ displayName: 'Praktijk De Es' })
  const iep = await web.product.createHolder({ displayName: 'Praktijk De Iep' })
  await addStaff(web.product.operator, iep.id, staffEmail)
  const page = await web.open(t, { path: '/sign-in' })
  await enterAs(page, staffEmail, 'Praktijk De Es')
  const other = await page.context().newPage()
  await other.goto(`${web.product.baseUrl}/sign-in`)
  await enterAs(other, staffEmail, 'Praktijk De Iep')
  await page.reload()
  await page.getByText('Praktijk De Es').filter({ visible: true }).first().waitFor()
  assert.equal(await page.getByText('Praktijk De Iep').count(), 0)
  assert.equal(await page.getByText('In another tab somebody has signed in').count(), 0)
  await other.getByRole('button', { name: 'Your account' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog', { name: 'You are signed out' }).waitFor()
})

test('a tab says that another one has signed in as a colleague, and reloads as that', async (t) => {
  const es = await web.product.createHolder({ displayName: 'Praktijk De Es' })
  const colleague = `colleague-${es.staffEmail}`
  await addStaff(web.product.operator, es.id, colleague)
  const page = await web.open(t, { path: '/today', as: es.staffEmail })
  const other = await page.context().newPage()
  await other.goto(`${web.product.baseUrl}/sign-in`)
  await enterAs(other, colleague)
  const note = page.getByRole('status').filter({ hasText: 'In another tab somebody has signed in' })
  await note.getByText('Praktijk De Es').waitFor()
  await screenshot(page, 'other-session')
  await page.setViewportSize({ width: 390, height: 844 })
  await screenshot(page, 'other-session-390')
  await note.getByRole('button', { name: 'Reload with the new sign-in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  assert.equal(await note.count(), 0)
})

async function enterAs(page: Page, email: string, organization?: string): Promise<void> {
  const before = (await mailsTo(web.product, email)).length
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code from the e-mail').fill(await mailedCode(web.product, email, before + 1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  if (organization !== undefined) await page.getByRole('button', { name: organization }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
}
