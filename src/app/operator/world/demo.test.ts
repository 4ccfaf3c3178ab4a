import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createDemoKey, describeDemo } from '#/app/demo/demo.ts'
import { seedDemo } from '#/app/demo/seed-demo.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { isAnyWorkerAlive } from '#/slices/reminders/worker/heartbeat-store.ts'
import {
  callApi,
  eventually,
  signIn,
  signInRecipient,
  startTestProduct,
  testSecret,
  type TestProduct,
} from '../../../../test/harness.ts'
import { eraseUnfinishedDemo, resetDemo } from './demo.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { operatorActions, register, rowsOf } from '../../../../test/operator-world.ts'

describe('tijdig demo', () => {
  let product: TestProduct
  before(async () => {
    product = await startTestProduct({ env: { TIJDIG_SECRET: testSecret } })
    await eventually(() => isAnyWorkerAlive(product.operator))
  })
  after(() => product.stop())

  const log = { warn: assert.fail, debug: assert.fail, info: () => {}, error: assert.fail, fatal: assert.fail }
  const world = () => ({ databaseUrl: product.databaseUrl, settings: product.settings, log })
  const reset = async () => assert.equal(await resetDemo(world()), true)
  const get = (holder: string, apiKey: string) =>
    callApi(`${product.baseUrl}/api/v1/platform-holders/${holder}`, 'GET', undefined, {
      authorization: `Bearer ${apiKey}`,
    })

  test('demo data that were not finished leave the clock at real time, and are erased by the next start', async () => {
    const { operator, login, services, settings, clock } = product
    const api = openPool({ databaseUrl: product.databaseUrl, role: 'tijdig_api', size: 1, onIdleError: assert.fail })
    await api.end()
    await assert.rejects(seedDemo({ operator, api, login }, services, settings, log))
    assert.equal(await clock.offsetMs(), 0)
    const holders = () => rowsOf<{ name: string }>(operator, 'select display_name as name from platform_holder')
    assert.equal((await holders()).length, 2)
    // As when the process is killed.
    await clock.set((await clock.now()).subtract({ hours: 200 }).toString())
    assert.equal(await eraseUnfinishedDemo(world()), true)
    assert.equal(await clock.offsetMs(), 0)
    assert.deepEqual(await holders(), [])
    assert.equal(await eraseUnfinishedDemo(world()), false)
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
        ['Huisartsenpraktijk De Linde', 2, 12],
        ['Harbour Dental', 2, 5],
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
      cancelled: 3,
      missed: 3,
      moved: 2,
      confirmed: 7,
      requests: 2,
    })
    // Of those that are over, when each message fell due it was sent, and what became of it is known.
    const sent = await rowsOf<object>(
      product.operator,
      `select r.state, count(*), bool_and(r.updated_at between r.due_at and r.due_at + interval '15 minutes') as was_prompt
       from appointment a join reminder r on r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id
       where a.status in ('completed', 'no_show') and r.state <> 'skipped' group by 1 order by 1`,
    )
    assert.deepEqual(sent, [
      { state: 'delivered', count: 26, wasPrompt: true },
      { state: 'sent', count: 3, wasPrompt: true },
      { state: 'undelivered', count: 2, wasPrompt: true },
    ])
    assert.equal((await stranger.call('GET', '')).status, 401)
    // The demo's people were linked on its first day, nine days ago.
    assert.deepEqual(await operatorActions(product.operator, null), [
      ...Array<string>(4).fill('recipientLinked'),
      'demoReset',
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
