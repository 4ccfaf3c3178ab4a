import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { eventually } from '../../harness.ts'
import { everyPage, settle, type Visit, type Visitor } from '../every-page.ts'
import { assertAccessible, startWeb } from '../world.ts'

const web = startWeb()
let visits: Readonly<Record<Visitor, Visit>>
before(async () => {
  await web.ready()
  visits = await everyPage(web.product)
})

/** The page where each visitor starts, and those of their pages that need no further data. */
const apps = [
  {
    visitor: 'staff',
    begin: '/help',
    without:
      /(new|import|language|sign-in|profile|help|nothing-here|view=day|archived=true)$|^\/setup($|\/(locations|webhooks\/events))/,
  },
  { visitor: 'newcomer', begin: '/help', without: /^(?!\/(voice|welcome\/(company|type|payment)))/ },
  { visitor: 'recipient', begin: '/my/suggestions', without: /suggestions|show=|ask=/ },
] as const

for (const { visitor, begin, without } of apps)
  test(`each page of ${visitor} with data waits, fails, is refused and cut off as it should, and then goes on`, async (t) => {
    const { as, paths } = visits[visitor]
    const page = await web.open(t, { path: begin, ...(as && { as }) })
    await page.clock.install()
    for (const path of paths.filter((one) => !without.test(one))) {
      await page.goto(new URL(begin, page.url()).href)
      await settle(page)
      await goThrough(page, path)
    }
  })

const requestId = `req_${'0'.repeat(32)}`

async function goThrough(page: Page, path: string): Promise<void> {
  const held: Route[] = []
  let answer: (route: Route) => Promise<unknown> = async (route) => held.push(route)
  await page.route(/\/(api\/v1|auth\/staff\/passkey)/, (route) => answer(route))
  await page.evaluate(`void __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`)
  const skeleton = page.locator('[aria-busy] .skeleton').first()
  await eventually(async () => {
    await page.clock.fastForward(400)
    return (await skeleton.count()) > 0
  })
  const delay = await page.evaluate(`getComputedStyle(document.querySelector('[aria-busy] .skeleton')).animationDelay`)
  assert.equal(delay, '0.3s', `${path} shows at once that it waits`)

  answer = refused(500, 'INTERNAL_ERROR')
  await Promise.all(held.splice(0).map((route) => answer(route)))
  const alert = page.getByRole('alert')
  await alert.getByText('This did not work.').first().waitFor()
  await alert.getByText(requestId).first().waitFor()
  await assertAccessible(page)

  // Pressed again where an answer that came late shows the earlier fault once more. Reads are retried twice, after a while.
  const tryAgain = (before: string, isOver: () => Promise<boolean>) =>
    eventually(async () => {
      if ((await alert.getByText(before).count()) > 0) await pressTryAgain(page)
      await page.clock.fastForward(5_000)
      return isOver()
    })
  const says = (text: string) => async () => (await alert.getByText(text).count()) > 0
  answer = refused(403, 'SCOPE_MISSING')
  await tryAgain('This did not work.', says('You do not have permission to do this.'))
  answer = (route) => route.abort()
  await tryAgain('You do not have permission to do this.', says('No connection.'))
  answer = (route) => route.continue()
  await tryAgain('No connection.', async () => (await alert.count()) === 0)
  await settle(page)
  await page.unrouteAll({ behavior: 'wait' })
}

const refused = (status: number, code: string) => (route: Route) =>
  route.fulfill({
    status,
    json: { error: { code, message: 'No.', retryable: false, details: [] }, requestId },
  })

/** Presses all such buttons at once: the first one may remove the others. */
async function pressTryAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).evaluateAll((all) => {
    for (const one of all as unknown as { click(): void }[]) one.click()
  })
}

test('what is empty or not there says so, and has the one button that helps', async (t) => {
  const { staffEmail } = await web.product.createHolder()
  const page = await web.open(t, { path: '/help', as: staffEmail })
  for (const [path, title, button] of [
    ['/appointments', 'No appointments from this day on', 'New appointment'],
    ['/requests', 'No open requests', null],
    ['/delivery', 'No appointments in these days', null],
    ['/setup/locations', 'No locations yet', 'Add a location'],
    ['/setup/types?archived=true', 'No archived appointment types', null],
    ['/setup/webhooks', 'No webhooks yet', 'Add a webhook'],
    ['/setup/staff', 'Nobody else works here yet.', 'Invite somebody'],
    ['/setup/audit?control=true', 'Nobody opened anybody in this month', 'Who did what'],
    ['/account/sign-in?ended=true', 'No sign-in has ended in the last 30 days', 'Show who is signed in'],
    ['/account/passkeys', 'No passkey yet', 'Add a passkey'],
  ] as const) {
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: '${path}' })`)
    await page.getByText(title).first().waitFor()
    if (button !== null) await page.getByRole('main').getByText(button, { exact: true }).first().waitFor()
  }
  // Beside the list, where there is one: a page keeps its heading.
  for (const path of ['/appointments', '/requests']) {
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: '${path}/${randomUUID()}' })`)
    await page.getByRole('alert').getByRole('link', { name: 'Go to Today' }).waitFor()
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
  }
})

test('who is offline is told so on whatever page it is', async (t) => {
  const page = await web.open(t, { path: '/today', as: visits.staff.as ?? '' })
  await page.context().setOffline(true)
  const note = page.getByText('You are offline. What you see may be old, and nothing can be saved.')
  await note.waitFor()
  // A change fails at once, instead of being made when the connection is back and nobody expects it any more.
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  // The code of its dialog may not have come before the connection went: a note takes its place, and the page stays.
  const failure = page.getByText('No connection.')
  await failure.waitFor()
  await page.context().setOffline(false)
  await note.waitFor({ state: 'detached' })
  const retry = page.getByRole('button', { name: 'Try again' })
  const dialog = page.getByRole('dialog', { name: 'Sign out' })
  await retry.or(dialog).waitFor()
  if (await retry.isVisible()) await retry.click()
  await dialog.getByText('No connection.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
})
