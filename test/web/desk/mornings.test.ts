import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { StaffRole } from '#/kernel/context.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { eventually, mailedCode, mailsTo } from '../../harness.ts'
import { openWorld, storeAppointment, storeReply, storeType, type World } from '../../operation-cases.ts'
import { arrive, isFocused, startWeb } from '../world.ts'

// Whole mornings by keyboard alone: no mouse, nothing pressed by a script, and after each key the focus is somewhere in sight.

const web = startWeb({ own: true })

before(async () => {
  await web.ready()
  // Half past seven in Amsterdam: the day of the practice is ahead.
  const { clock } = web.product
  const day = (await clock.now()).toZonedDateTimeISO('Europe/Amsterdam').toPlainDate().add({ days: 1 })
  await clock.set(day.toZonedDateTime({ timeZone: 'Europe/Amsterdam', plainTime: '07:30' }).toInstant().toString())
})

type Practice = World & { readonly addressOf: (role: StaffRole) => string }

/** A practice with three appointments of a doctor today, one of Ria to confirm, a reply and a request to cancel. */
async function openPractice(): Promise<Practice> {
  const { product } = web
  const world = await openWorld(product)
  const { holder, recipient } = world
  const doctor = await storeType(holder, { name: { nl: 'Dr. Bakker', en: 'Dr. Bakker' } })
  for (const index of [1, 2, 3])
    await storeAppointment(product, holder, 240, {
      ...(await at(index)),
      recipient: { displayName: `Persoon ${index}`, phoneNumberE164: `+31611${500_007 + index * 10}` },
      appointmentTypeId: doctor.id,
    })
  await storeAppointment(product, holder, 240, {
    ...(await at(30)),
    recipient: { displayName: 'Ria Postma', phoneNumberE164: '+31611600017' },
  })
  await storeReply(world)
  const { id } = await storeAppointment(product, holder)
  const asked = { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'ill' }
  assert.equal((await recipient.call('POST', `/appointments/${id}/cancellation-requests`, asked)).status, 202)
  const tag = randomUUID().slice(0, 8)
  const addressOf = (role: StaffRole) => `${role}-${tag}@eik.example`
  for (const role of ['scheduler', 'viewer'] as const)
    await inTransaction(product.operator, { holder: null }, (tx) => inviteStaff(tx, holder.id, addressOf(role), role))
  return { ...world, addressOf }
}

async function at(hours: number): Promise<{ startsAt: string; endsAt: string }> {
  const startsAt = (await web.product.clock.now()).round('second').add({ hours })
  return { startsAt: startsAt.toString(), endsAt: startsAt.add({ minutes: 10 }).toString() }
}

/** What the focus is on: nothing, or an element that can be seen; `ring` when it shows. As text, because tests have no types of a browser. */
const focusNow = `(() => {
  const one = document.activeElement
  if (one === null || one === document.body) return 'nothing'
  const { top, bottom } = one.getBoundingClientRect()
  if (bottom <= 0 || top >= innerHeight) return 'out of sight: ' + one.outerHTML.slice(0, 120)
  // A hidden box has its ring on what stands for it.
  const isRinged = [one, one.nextElementSibling].some((each) => each && getComputedStyle(each).outlineStyle !== 'none')
  return isRinged ? 'ring' : 'no ring: ' + one.outerHTML.slice(0, 120)
})()`

/** Somebody at a keyboard. */
function keyboardOf(page: Page) {
  /** Something in sight has the focus. */
  const stays = () => eventually(async () => !/^(nothing|out)/.test(await page.evaluate<string>(focusNow)))
  const press = async (key: string) => {
    await page.keyboard.press(key)
    await stays()
  }
  const tabTo = async (target: Locator, key = 'Tab') => {
    await target.waitFor()
    for (let tabs = 0; tabs < 90 && !(await isFocused(target)); tabs += 1) {
      await page.keyboard.press(key)
      const focus = await page.evaluate<string>(focusNow)
      // Behind the last thing of a page comes the browser itself.
      assert.ok(focus === 'ring' || focus === 'nothing', focus)
    }
    assert.ok(await isFocused(target), `Nobody gets to ${target.toString()} by ${key}`)
  }
  return {
    stays,
    press,
    tabTo,
    type: (text: string) => page.keyboard.type(text),
    async open(target: Locator) {
      await tabTo(target)
      await press('Enter')
    },
    /** By the palette, to a page, person or command. */
    async goTo(typed: string, name = typed) {
      await press('Control+k')
      await eventually(() => isFocused(page.getByRole('dialog').getByRole('searchbox')))
      await page.keyboard.type(typed)
      await page.getByRole('menuitem', { name }).waitFor()
      await press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    /** What is open closes, and the focus is where it was. */
    async escape(opener: Locator) {
      await press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await eventually(() => isFocused(opener))
    },
  }
}

/** A page has come: its heading has the focus, so it is read out, and the title of the tab says so too. */
async function come(page: Page, title: string): Promise<void> {
  await arrive(page, title)
  await eventually(async () => /^(\(\d+\) )?(.*) – Tijdig$/.exec(await page.title())?.[2] === title)
}

async function signInAt(page: Page, email: string): Promise<void> {
  const { tabTo, type, press } = keyboardOf(page)
  await tabTo(page.getByLabel('E-mail address'))
  await type(email)
  await press('Enter')
  await eventually(() => isFocused(page.getByLabel('Code from the e-mail')))
  await type(await mailedCode(web.product, email))
  await press('Enter')
  await come(page, 'Today')
}

test('a scheduler’s morning: a call, a reply, a request and a doctor who is ill', async (t) => {
  const { addressOf, holder } = await openPractice()
  const page = await web.open(t, { path: '/sign-in' })
  const { open, press, tabTo, goTo, escape, type, stays } = keyboardOf(page)
  const main = page.getByRole('main')
  await signInAt(page, addressOf('scheduler'))

  await press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').waitFor()
  await escape(page.getByRole('heading', { level: 1 }))
  await goTo('Ria', 'Ria Postma')
  await come(page, 'Ria Postma')
  await open(main.getByRole('table', { name: 'Coming appointments' }).getByRole('link').first())
  await main.getByRole('heading', { name: 'What happened' }).waitFor()
  const history = main.getByRole('list', { name: 'What happened' })
  const noAnswer = main.getByRole('button', { name: 'No answer' })
  await open(noAnswer)
  await history.getByText('Called, no answer').waitFor()
  await eventually(() => isFocused(noAnswer))
  await open(main.getByRole('button', { name: 'Confirmed by telephone' }))
  await eventually(() => isFocused(main.getByRole('button', { name: 'Take back the confirmation' })))
  await history.getByText('By your staff').waitFor()

  await goTo('Requests')
  await come(page, 'Requests')
  await open(main.getByRole('link', { name: 'Replies' }))
  await come(page, 'Replies')
  await open(main.getByRole('list', { name: 'Replies' }).getByRole('link').first())
  await eventually(() => isFocused(main.getByRole('article').getByRole('heading')))
  await main.getByText('Mag mijn moeder mee?').first().waitFor()
  await open(main.getByRole('button', { name: 'Take it' }))
  await eventually(() => isFocused(main.getByRole('button', { name: 'Give back' })))
  await tabTo(main.getByLabel('Answer', { exact: true }))
  await press('End')
  await tabTo(main.getByLabel('In your own words'))
  await type('Uw moeder mag mee.')
  await open(main.getByRole('button', { name: 'Send', exact: true }))
  await main.getByRole('list', { name: 'Messages' }).getByText('Uw moeder mag mee.').waitFor()
  await tabTo(main.getByRole('button', { name: 'Done', exact: true }), 'Shift+Tab')
  await press('Enter')
  await main.getByText('No replies here').waitFor()

  await open(main.getByRole('navigation', { name: 'Which requests' }).getByRole('link', { name: 'Waiting' }))
  await come(page, 'Requests')
  await open(main.getByRole('link', { name: 'Sanne de Vries' }))
  await eventually(() => isFocused(main.getByRole('article').getByRole('heading')))
  await open(main.getByRole('button', { name: 'Approve and cancel the appointment' }))
  await main.getByText('No open requests').waitFor()

  await goTo('ill', 'Closed, ill or late')
  await come(page, 'Closed, ill or late')
  await tabTo(main.getByLabel('Type'))
  await type('d')
  await open(main.getByRole('button', { name: 'Cancel 3 appointments' }))
  await eventually(() => isFocused(main.getByRole('button', { name: 'Undo' })))
  await main.getByText('Nothing has happened yet').waitFor()
  await web.product.clock.advance('PT121S')
  await main.getByText('Done: everybody is told or on the list to call.').waitFor()
  await stays()
  const { rows } = await web.product.operator.query(
    `select recipient_name as name, status from appointment where platform_holder_id = $1 and status <> 'registered' order by 1`,
    [holder.id],
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Persoon 1', 'Persoon 2', 'Persoon 3', 'Sanne de Vries'],
  )

  await tabTo(page.getByRole('button', { name: 'Your account' }))
  await press('Enter')
  const choices = page.getByRole('menuitem')
  await eventually(() => isFocused(choices.first()))
  await press('Escape')
  await eventually(() => isFocused(page.getByRole('button', { name: 'Your account' })))
  await press('Enter')
  await eventually(() => isFocused(choices.first()))
  await press('End')
  await eventually(() => isFocused(choices.last()))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

test('a viewer’s morning: all of it to be seen, nothing to press, and a way on from every address', async (t) => {
  const { addressOf, holder } = await openPractice()
  const page = await web.open(t, { path: '/sign-in' })
  const { open, press, tabTo, goTo, escape } = keyboardOf(page)
  const main = page.getByRole('main')
  const isOffered = async (name: string) => (await main.getByRole('button', { name }).count()) > 0
  await signInAt(page, addressOf('viewer'))

  await goTo('Ria', 'Ria Postma')
  await come(page, 'Ria Postma')
  await open(main.getByRole('table', { name: 'Coming appointments' }).getByRole('link').first())
  const history = main.getByRole('list', { name: 'What happened' })
  await history.getByText('Appointment registered').waitFor()
  for (const name of ['No answer', 'Confirmed by telephone', 'Change', 'Cancel'])
    assert.equal(await isOffered(name), false, name)
  await press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').waitFor()
  await page.keyboard.type('ill')
  await page.getByText('Nothing has that name.').waitFor()
  await escape(main.getByRole('heading', { level: 1 }))

  await goTo('Requests')
  await come(page, 'Requests')
  await open(main.getByRole('link', { name: 'Sanne de Vries' }))
  await eventually(() => isFocused(main.getByRole('article').getByRole('heading')))
  assert.equal(await isOffered('Approve'), false)
  await open(main.getByRole('button', { name: 'Close' }))
  await open(main.getByRole('link', { name: 'Replies' }))
  await come(page, 'Replies')
  await open(main.getByRole('list', { name: 'Replies' }).getByRole('link').first())
  await main.getByText('Mag mijn moeder mee?').first().waitFor()
  for (const name of ['Take it', 'Done', 'Send']) assert.equal(await isOffered(name), false, name)

  for (const path of ['/appointments/new', '/batches', '/setup', '/setup/staff', '/account/billing']) {
    await page.goto(`${web.product.baseUrl}${path}`)
    await page.getByRole('heading', { level: 1, name: 'This page is not for your role' }).waitFor()
    await open(main.getByRole('link', { name: 'Go to Today' }))
    await come(page, 'Today')
  }
  // Round the page and out at its end: nothing holds the focus.
  await tabTo(page.getByRole('button', { name: 'Go to… Ctrl K' }))
  await tabTo(main.getByRole('link').last())
  await tabTo(page.getByRole('button', { name: 'Go to… Ctrl K' }), 'Shift+Tab')
  const { rows } = await web.product.operator.query(
    `select from appointment where platform_holder_id = $1 and status <> 'registered'`,
    [holder.id],
  )
  assert.equal(rows.length, 0)
})

test('an owner’s morning: a colleague invited, one signed out, a network, a key after a fresh proof, and the trail of it', async (t) => {
  const { product } = web
  const holder = await product.createHolder({ displayName: 'Praktijk De Eik' })
  const { body } = await holder.call('GET', '')
  const locations = ['Eikenlaan', 'Markt'].map((name) => ({ id: randomUUID(), name, personCount: 1, roomCount: 1 }))
  const setup = { expectedVersion: body.data.version, schedulingSetup: { locations } }
  assert.equal((await holder.call('PATCH', '', setup)).status, 200)
  const [colleague, invited] = ['bram', 'noor'].map((name) => `${name}-${randomUUID().slice(0, 8)}@eik.example`)
  assert.ok(colleague && invited)
  await inTransaction(product.operator, { holder: null }, (tx) => inviteStaff(tx, holder.id, colleague, 'admin'))
  const theirs = await web.open(t, { path: '/today', as: colleague })
  const page = await web.open(t, { path: '/sign-in' })
  const { open, press, tabTo, goTo, escape, type, stays } = keyboardOf(page)
  const main = page.getByRole('main')
  await signInAt(page, holder.staffEmail)

  await open(page.getByRole('link', { name: 'Set-up' }))
  await come(page, 'Set-up')
  await open(main.getByRole('link', { name: 'Staff' }))
  await come(page, 'Staff')
  const invite = main.getByRole('link', { name: 'Invite somebody' })
  await open(invite)
  const asked = page.getByRole('dialog', { name: 'Invite somebody' })
  await eventually(() => isFocused(asked.getByLabel('E-mail address')))
  await escape(invite)
  await press('Enter')
  await eventually(() => isFocused(asked.getByLabel('E-mail address')))
  await type(invited)
  await tabTo(asked.getByRole('radio', { name: /^Scheduler/ }))
  await press('ArrowDown')
  await tabTo(asked.getByRole('radio', { name: 'All', exact: true }))
  await press('ArrowDown')
  await tabTo(asked.getByRole('checkbox', { name: 'Markt' }))
  await press('Space')
  await open(asked.getByRole('button', { name: 'Send the invitation' }))
  await main.getByRole('row', { name: /noor.*Viewer.*Markt.*Invited on/ }).waitFor()
  await eventually(() => isFocused(invite))
  await eventually(async () => (await mailsTo(product, invited)).length === 1)

  await tabTo(main.getByRole('link', { name: 'Sign-ins of all staff' }), 'Shift+Tab')
  await press('Enter')
  await come(page, 'Sign-in')
  const row = main.getByRole('row', { name: new RegExp(colleague) })
  const end = row.getByRole('button', { name: /^Sign out/ })
  await open(end)
  const question = page.getByRole('alertdialog', { name: 'Sign out there?' })
  await question.waitFor()
  await press('Escape')
  await question.waitFor({ state: 'detached' })
  await eventually(() => isFocused(end))
  await press('Enter')
  await open(question.getByRole('button', { name: 'Sign out' }))
  await row.waitFor({ state: 'detached' })
  await stays()
  await theirs.getByRole('alertdialog', { name: 'You are signed out' }).waitFor()

  await goTo('Networks')
  await come(page, 'Networks')
  await tabTo(main.getByLabel('Networks of staff'))
  await type('192.0.2.0/24\n127.0.0.0/8')
  const save = main.getByRole('button', { name: 'Save' })
  await open(save)
  await main.getByText('Nothing to save.').waitFor()
  await stays()

  await goTo('API keys')
  await come(page, 'API keys')
  await open(main.getByRole('link', { name: 'New key' }).first())
  await come(page, 'New API key')
  const name = main.getByRole('textbox', { name: 'Name' })
  await tabTo(name)
  await type('Practice system')
  await product.operator.query(
    `update staff_session set proved_at = now() - interval '16 minutes' where platform_holder_id = $1`,
    [holder.id],
  )
  await press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.waitFor()
  await escape(name)
  await press('Enter')
  const mails = (await mailsTo(product, holder.staffEmail)).length
  await open(proof.getByRole('button', { name: 'Send me a code' }))
  await eventually(() => isFocused(proof.getByRole('textbox', { name: 'Code from the e-mail' })))
  await type(await mailedCode(product, holder.staffEmail, mails + 1))
  await press('Enter')
  const secret = page.getByRole('alertdialog')
  await secret.waitFor()
  await tabTo(secret.getByRole('checkbox', { name: 'I have stored it' }))
  await press('Space')
  await open(secret.getByRole('button', { name: 'Close' }).first())
  await secret.waitFor({ state: 'detached' })
  await stays()

  await goTo('Audit')
  await come(page, 'Audit')
  for (const operation of ['createApiKey', 'updateHolderNetworks', 'endHolderSession', 'inviteHolderStaff'])
    await main.getByRole('table').getByText(operation).first().waitFor()
  await open(main.getByRole('table').getByRole('link').first())
  await page.getByRole('dialog').waitFor()
  await escape(main.getByRole('table').getByRole('link').first())
})
