import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addStaff } from '#/app/operator/holders/staff.ts'
import { storeBatch } from '../../batch-cases.ts'
import { signIn } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { everyPage, settle, type Visit, type Visitor } from '../every-page.ts'
import { assertLaidOut } from '../geometry.ts'
import { longText } from '../long-texts.ts'
import { textOf } from '../texts.ts'
import { assertAccessible, sanne, startWeb, type Opening } from '../world.ts'

const web = startWeb()
let visits: Readonly<Record<Visitor, Visit>>
before(async () => {
  await web.ready()
  visits = await everyPage(web.product)
  // Somewhere else too, to be signed out there.
  await signIn(web.product, sanne)
})

type Say = (english: string) => string
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().press('Enter')

/**
 * What opens above a page, and how, in any language. Not the choices of a field: the library hides the page from screen
 * readers while they are open, which axe reports as a fault.
 */
const overlays: readonly (readonly [visitor: Visitor, path: RegExp, role: Role, open: Open])[] = [
  ['staff', /^\/today/, 'dialog', (page) => page.keyboard.press('Control+k')],
  ['staff', /^\/today/, 'menu', (page, say) => press(page, say('Your account'))],
  [
    'staff',
    /^\/today/,
    'dialog',
    async (page, say) => {
      await press(page, say('Your account'))
      await page.getByRole('menuitem', { name: say('Language') }).press('Enter')
    },
  ],
  ['staff', /^\/call-list$/, 'dialog', (page, say) => press(page, say('How the call list is ordered'))],
  ['staff', /^\/call-list$/, 'dialog', (page, say) => press(page, say('Cannot come'))],
  ['staff', /^\/appointments$/, 'menu', (page, say) => press(page, say('My views'))],
  [
    'staff',
    /^\/appointments$/,
    'dialog',
    async (page, say) => {
      await press(page, say('Not confirmed'))
      await press(page, say('My views'))
      await page.getByRole('menuitem', { name: say('Keep these filters') }).press('Enter')
    },
  ],
  [
    'staff',
    /^\/appointments\/new/,
    'dialog',
    (page, say) =>
      page
        .getByRole('group', { name: say('Day') })
        .getByRole('button')
        .first()
        .press('Enter'),
  ],
  ['staff', /^\/appointments\/[0-9a-f-]{36}$/, 'dialog', (page, say) => press(page, say('Change the language'))],
  ['staff', /^\/appointments\/[0-9a-f-]{36}$/, 'dialog', (page, say) => press(page, say('Asked by letter…'))],
  [
    'staff',
    /^\/people/,
    'dialog',
    async (page, say) => {
      await page.getByRole('checkbox').first().press('Space')
      await press(page, say('Link'))
    },
  ],
  ['staff', /^\/people\/./, 'dialog', (page, say) => press(page, say('Correct the contact'))],
  ['staff', /^\/people\/./, 'menu', (page, say) => press(page, say('The same again'))],
  ['staff', /^\/setup\/staff\?edit=new$/, 'dialog', async () => undefined],
  ['staff', /^\/setup\/staff$/, 'dialog', openColleague],
  [
    'staff',
    /^\/setup\/staff$/,
    'alertdialog',
    async (page, say) => {
      await openColleague(page)
      await press(page, say('End the access'))
    },
  ],
  ['staff', /^\/account\/keys$/, 'dialog', (page, say) => press(page, say('New service account'))],
  ['staff', /^\/account\/keys\/accounts\/[^/]+$/, 'alertdialog', (page, say) => press(page, say('Archive'))],
  ['staff', /^\/account\/passkeys/, 'dialog', (page, say) => press(page, say('Add a passkey'))],
  [
    'staff',
    /^\/account\/sign-in/,
    'alertdialog',
    (page) => page.getByRole('table').getByRole('button').first().press('Enter'),
  ],
  [
    'staff',
    /^\/account\/profile/,
    'alertdialog',
    async (page, say) => {
      await page.getByLabel(say('Website')).fill('https://example.com')
      await page.evaluate(`void __TSR_ROUTER__.navigate({ href: '/today' })`)
    },
  ],
  ['recipient', /^\/my\/me/, 'dialog', (page, say) => press(page, say('Ask to delete my data'))],
]

function openColleague(page: Page): Promise<void> {
  return page.getByRole('link', { name: 'bram@linde.example' }).press('Enter')
}

type Role = 'dialog' | 'alertdialog' | 'menu'
type Open = (page: Page, say: Say) => Promise<unknown>

const looks: readonly (readonly [name: string, look: Omit<Opening, 'path'>, say: Say])[] = [
  ['English', {}, (text) => text],
  ['Arabic', { locale: 'ar' }, (text) => textOf('ar', text)],
  ['a language of long words', { isLong: true }, longText],
]

for (const visitor of ['staff', 'recipient'] as const)
  for (const [name, look, say] of looks)
    test(`nothing that opens above a page of ${visitor} has a fault of accessibility in ${name}`, async (t) => {
      const { as, paths } = visits[visitor]
      const page = await web.open(t, { path: paths[0], ...(as && { as }), ...look })
      for (const [of, path, role, open] of overlays) {
        if (of !== visitor) continue
        await page.goto(new URL(paths.find((one) => path.test(one)) ?? '', page.url()).href)
        await settle(page)
        await open(page, say)
        await page.getByRole(role).first().waitFor()
        await assertSoundAtWidths(page, name)
      }
    })

for (const [name, look, say] of looks)
  test(`choosing another organization, and a batch in all its states, have no fault of accessibility in ${name}`, async (t) => {
    const { product } = web
    const [holder, other] = [await product.createHolder(), await product.createHolder()]
    const { id, startsAt } = await storeAppointment(product, holder)
    const page = await web.open(t, { path: `/batches?day=${startsAt.slice(0, 10)}`, as: holder.staffEmail, ...look })
    // From the next page on they can change to the other one.
    await addStaff(product.operator, other.id, holder.staffEmail)
    await page.locator('[data-figure="sms"]').waitFor()
    await assertSoundAtWidths(page, name)
    await page.goto(new URL(`/batches?batch=${await storeBatch({ product, holder }, id)}`, page.url()).href)
    const undo = page.getByRole('button', { name: say('Undo') })
    await undo.waitFor()
    await assertSoundAtWidths(page, name)
    await undo.press('Enter')
    await page.getByText(say('Undone. Nothing has changed.')).waitFor()
    await assertSoundAtWidths(page, name)
    await press(page, say('Your account'))
    await page.getByRole('menuitem', { name: say('Switch organization') }).press('Enter')
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    await assertSoundAtWidths(page, name)
  })

async function assertSoundAtWidths(page: Page, look: string): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: width < 640 ? 844 : 900 })
    // Colours are the same in every language.
    await assertAccessible(page, look === 'English' ? 'all' : 'all but colours')
    await assertLaidOut(page)
  }
}
