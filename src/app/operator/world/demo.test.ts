import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createDemoKey, describeDemo } from '#/app/demo/demo.ts'
import {
  callApi,
  signIn,
  signInRecipient,
  startTestProduct,
  testSecret,
  type TestProduct,
} from '../../../../test/harness.ts'
import { resetDemo } from './demo.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { operatorActions, register, rowsOf } from '../../../../test/operator-world.ts'

describe('tijdig demo', () => {
  let product: TestProduct
  before(async () => {
    product = await startTestProduct({ env: { TIJDIG_SECRET: testSecret } })
  })
  after(() => product.stop())

  const reset = () => {
    const log = { warn: assert.fail, debug: assert.fail, info: () => {}, error: assert.fail, fatal: assert.fail }
    return resetDemo({ pool: product.operator, url: product.databaseUrl }, product.settings, log)
  }
  const get = (holder: string, apiKey: string) =>
    callApi(`${product.baseUrl}/api/v1/platform-holders/${holder}`, 'GET', undefined, {
      authorization: `Bearer ${apiKey}`,
    })

  test('a reset leaves the demo data alone, in real time, in a product that goes on serving', async () => {
    const stranger = await product.createHolder()
    await product.clock.set('2027-01-12T09:00:00Z')
    await register(stranger, (await product.clock.now()).add({ hours: 72 }))
    await reset()
    assert.equal(await product.clock.offsetMs(), 0)
    const demo = await describeDemo(product.operator, product.settings)
    assert.deepEqual(
      demo.holders.map((holder) => [holder.displayName, holder.staff.length, holder.recipients.length]),
      [
        ['Huisartsenpraktijk De Linde', 2, 7],
        ['Harbour Dental', 2, 6],
      ],
    )
    const [counts] = await rowsOf<object>(
      product.operator,
      `select count(*) as appointments, count(distinct recipient_name) as people, max(starts_at) < now() + interval '14 days' as are_soon_over,
         count(*) filter (where status = 'cancelled') as cancelled, count(*) filter (where status = 'no_show') as missed,
         count(*) filter (where schedule_revision > 1) as moved, count(*) filter (where confirmed_at is not null) as confirmed,
         (select count(*) from recipient_request where status = 'pending_review') as requests
       from appointment`,
    )
    assert.deepEqual(counts, {
      appointments: 40,
      people: 12,
      areSoonOver: true,
      cancelled: 2,
      missed: 3,
      moved: 2,
      confirmed: 2,
      requests: 3,
    })
    assert.equal((await stranger.call('GET', '')).status, 401)
    assert.deepEqual(await operatorActions(product.operator, null), [
      'demoReset',
      ...Array<string>(4).fill('recipientLinked'),
    ])
    // Noor is linked at both organizations; Daan proved a number that nobody linked.
    const people = demo.holders.flatMap((holder) => holder.recipients)
    const named = (name: string) => people.filter(({ displayName }) => displayName === name)
    assert.deepEqual(
      named('Noor Jansen').map(({ linked }) => linked),
      [true, true],
    )
    assert.deepEqual(
      named('Daan Bakker').map(({ linked }) => linked),
      [false],
    )
    const me = async (number: string | null | undefined) =>
      callApi(`${product.baseUrl}/api/v1/me`, 'GET', undefined, {
        authorization: `Bearer ${await signInRecipient(product, number ?? '')}`,
      })
    const [noor] = named('Noor Jansen')
    assert.equal((await me(noor?.phoneNumberE164)).body.data.recipientId, noor?.recipientId)
    const unlinked = await me(named('Daan Bakker')[0]?.phoneNumberE164)
    assert.equal(unlinked.body.error.code, 'RECIPIENT_SESSION_NOT_LINKED')
    // Background jobs still reach the worker that ran before.
    assert.match(await signIn(product, demo.holders[0]!.staff[0]!.email), /tijdig_session=./)
  })

  test('a key opens the demo organization it is for, and is made for no other', async () => {
    await reset()
    const { holders } = await describeDemo(product.operator, product.settings)
    const first = await createDemoKey(product.operator, null)
    assert.equal(first.platformHolderId, holders[0]!.id)
    assert.equal((await get(holders[0]!.id, first.apiKey)).status, 200)
    const second = await createDemoKey(product.operator, holders[1]!.id)
    assert.equal((await get(holders[1]!.id, second.apiKey)).status, 200)
    assert.equal((await get(holders[0]!.id, second.apiKey)).status, 404)
    assert.equal((await operatorActions(product.operator, holders[1]!.id)).at(-1), 'demoKeyCreated')
    // The clock may be far ahead after trying things out.
    await product.clock.set((await product.clock.now()).add({ hours: 364 * 24 }).toString())
    assert.equal((await get(holders[0]!.id, first.apiKey)).status, 200)
    const stranger = await product.createHolder()
    await product.operator.query(`update staff_member set status = 'inactive' where platform_holder_id = $1`, [
      holders[1]!.id,
    ])
    for (const id of [stranger.id, holders[1]!.id])
      await assert.rejects(createDemoKey(product.operator, id), OperatorError)
  })
})
