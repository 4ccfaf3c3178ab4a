import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../harness.ts'
import { assertAccessible, sanne, startWeb } from '../world.ts'

const web = startWeb()

/** A reply at the organization of the demo data, about an appointment there that is ahead. @returns its id */
async function storeReply(): Promise<string> {
  const { rows } = await web.product.operator.query<{ id: string }>(
    `with came as (
       insert into inbound_sms (id, provider, provider_message_id, sender_key, sender, recipient, body, meaning, platform_holder_id,
         appointment_id, outcome)
       select gen_random_uuid(), 'twilio', gen_random_uuid()::text, recipient_phone_key, recipient_phone, '+3197010250000',
         'Mag mijn moeder mee?', 'other', platform_holder_id, id, 'told_staff'
       from appointment
       where platform_holder_id = (select platform_holder_id from staff_member where email = $1 limit 1)
         and recipient_phone is not null and status = 'registered' and starts_at > tijdig_now() + interval '1 day'
       order by starts_at, id limit 1
       returning id, platform_holder_id, appointment_id, sender_key, received_at)
     insert into reply (platform_holder_id, inbound_id, appointment_id, sender_key, received_at, reason)
     select platform_holder_id, id, appointment_id, sender_key, received_at, 'not_understood' from came returning id`,
    [sanne],
  )
  assert.ok(rows[0])
  return rows[0].id
}

test('a reply is read, taken, answered in words of one’s own and marked as done', async (t) => {
  const id = await storeReply()
  const page = await web.open(t, { path: '/replies', as: sanne })
  await page.locator(`a[href*="${id}"]`).click()
  await page.getByRole('button', { name: 'Take it' }).click()
  await page.getByRole('button', { name: 'Give back' }).waitFor()
  await page.getByLabel('Answer', { exact: true }).selectOption({ label: 'In your own words' })
  await page.getByLabel('In your own words').fill('Kijk op evil.example')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await eventually(async () => (await page.getByLabel('In your own words').getAttribute('aria-invalid')) === 'true')
  await page.getByText('You can’t enter this here.').waitFor()
  assert.equal(await page.getByText('This is not one of the choices.').count(), 0)
  await page.getByLabel('In your own words').fill('Uw moeder mag mee, Łukasz')
  await page.getByText('(Ł)').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Uw moeder mag mee, Łukasz').waitFor()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await eventually(async () => (await page.locator(`a[href*="${id}"]`).count()) === 0)
  await page.getByRole('link', { name: 'Done', exact: true }).click()
  await page.locator(`a[href*="${id}"]`).waitFor()
  assert.match(page.url(), /list=done/)
})
