import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addStaff } from '#/app/operator/holders/staff.ts'
import { eventually, mailedCode } from '../../harness.ts'
import { arrive, isFocused, startWeb, storedKeys, typeInto } from '../world.ts'

const web = startWeb()

async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code from the e-mail').waitFor()
}

test('somebody signs in with the keyboard alone, and the browser keeps nothing but a cookie no script can read', async (t) => {
  const { staffEmail } = await web.product.createHolder({ displayName: 'Praktijk De Wilg' })
  const page = await web.open(t, { path: '/sign-in?to=%2Frequests' })
  await typeInto(page.getByLabel('E-mail address'), staffEmail)
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Code from the e-mail')
  await eventually(() => isFocused(field))
  await page.keyboard.type(await mailedCode(web.product, staffEmail))
  await page.keyboard.press('Enter')
  await arrive(page, 'Requests')
  assert.equal(new URL(page.url()).pathname, '/requests')
  assert.equal(await page.evaluate('document.cookie'), '')
  assert.deepEqual(await storedKeys(page), ['tijdig.locale'])
})

test('a wrong code is told with the id of the request, and the code can be typed again', async (t) => {
  const { staffEmail } = await web.product.createHolder()
  const page = await web.open(t, { path: '/sign-in' })
  await askForCode(page, staffEmail)
  const code = await mailedCode(web.product, staffEmail)
  const wrong = code === '000000' ? '000001' : '000000'
  await page.getByLabel('Code from the e-mail').fill(wrong)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const alert = page.getByRole('alert')
  await alert.waitFor()
  assert.match((await alert.textContent()) ?? '', /This code is not right\..*req_[0-9a-f]{32}/)
  await page.getByLabel('Code from the e-mail').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
})

test('who works for several organizations chooses one', async (t) => {
  const { staffEmail } = await web.product.createHolder({ displayName: 'Praktijk De Es' })
  const other = await web.product.createHolder({ displayName: 'Praktijk De Iep', isTest: true })
  await addStaff(web.product.operator, other.id, staffEmail)
  const page = await web.open(t, { path: '/sign-in' })
  await askForCode(page, staffEmail)
  await page.getByLabel('Code from the e-mail').fill(await mailedCode(web.product, staffEmail))
  await page.getByRole('button', { name: 'Sign in' }).click()
  const choices = page.getByRole('button', { name: /^Praktijk/ })
  await choices.nth(1).waitFor()
  const boxes = await Promise.all((await choices.all()).map((choice) => choice.boundingBox()))
  assert.equal(
    new Set(boxes.map((box) => `${box?.x} ${box?.width}`)).size,
    1,
    'They stand below each other, equally wide',
  )
  assert.equal(await page.getByText('Test organization: messages reach nobody.').count(), 1)
  await page.getByRole('button', { name: 'Praktijk De Iep Test organization: messages reach nobody.' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.getByText('Praktijk De Iep').first().waitFor()
})

test('after signing in nobody is led to another site', async (t) => {
  const { staffEmail } = await web.product.createHolder()
  const page = await web.open(t, { path: '/sign-in?to=%2F%2Fevil.example%2F' })
  await askForCode(page, staffEmail)
  await page.getByLabel('Code from the e-mail').fill(await mailedCode(web.product, staffEmail))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  assert.equal(page.url(), `${web.product.baseUrl}/today`)
})
