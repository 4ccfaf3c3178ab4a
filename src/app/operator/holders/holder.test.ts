import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { startTestProduct, type TestProduct } from '../../../../test/harness.ts'
import { listBreaker } from './breaker.ts'
import { calendarStatus } from './calendar.ts'
import { activateHolder, addHolder, listHolders, lockHolder, showHolder, suspendHolder } from './holder.ts'
import { operatorActions, register, reminderStates, rowsOf } from '../../../../test/operator-world.ts'

const smsSender = '+3197010250000'

describe('tijdig holder', () => {
  let product: TestProduct
  before(async () => {
    product = await startTestProduct()
    await product.clock.set('2027-01-12T09:00:00Z')
  })
  after(() => product.stop())

  test('a holder is made for tests, says so wherever it is shown, and stays one', async () => {
    const isTest = true
    const given = { displayName: 'Praktijk De Proef', locale: 'nl', timezone: 'Europe/Amsterdam', smsSender, isTest }
    const { id } = await addHolder(product.operator, given)
    assert.equal((await showHolder(product.operator, id)).isTest, true)
    assert.equal((await listHolders(product.operator)).find((holder) => holder.id === id)?.isTest, true)
    await activateHolder(product.operator, id)
    assert.equal((await showHolder(product.operator, id)).isTest, true)
  })

  test('a new holder is a draft with a reminder policy', async () => {
    const created = await addHolder(product.operator, {
      displayName: ' Café Zeezicht ',
      locale: 'en',
      timezone: 'America/Curacao',
      smsSender,
    })
    assert.deepEqual(created, { id: created.id, displayName: 'Café Zeezicht', status: 'draft', isTest: false })
    const listed = (await listHolders(product.operator)).find((holder) => holder.id === created.id)
    assert.deepEqual(listed, { ...created, locale: 'en', timezone: 'America/Curacao', activeFrom: null })
    const policies = await rowsOf(
      product.operator,
      'select sms_sender from reminder_policy where platform_holder_id = $1',
      [created.id],
    )
    assert.deepEqual(policies, [{ smsSender: { mode: 'numeric', value: smsSender, canReceive: true } }])
    assert.deepEqual(await operatorActions(product.operator, created.id), ['holderCreated'])
  })

  test('a name, locale or time zone that cannot be is refused with what to give instead', async () => {
    const holder = { displayName: 'A', locale: 'nl', timezone: 'Europe/Amsterdam', smsSender }
    await assert.rejects(addHolder(product.operator, { ...holder, displayName: ' ' }), /1 to 200 characters/)
    await assert.rejects(addHolder(product.operator, { ...holder, locale: 'xx' }), /no locale xx.*such as nl/)
    await assert.rejects(
      addHolder(product.operator, { ...holder, timezone: 'Mars' }),
      /no time zone Mars.*Europe\/Amsterdam/,
    )
  })

  test('becoming active for the first time is remembered for good', async () => {
    const { id } = await addHolder(product.operator, {
      displayName: 'Praktijk',
      locale: 'nl',
      timezone: 'Europe/Amsterdam',
      smsSender,
    })
    const activeFrom = async () => (await listHolders(product.operator)).find((holder) => holder.id === id)?.activeFrom
    await activateHolder(product.operator, id)
    const first = await activeFrom()
    assert.match(first ?? '', /^20/)
    await suspendHolder(product.operator, id)
    await activateHolder(product.operator, id)
    assert.equal(await activeFrom(), first)
    assert.deepEqual(await operatorActions(product.operator, id), [
      'holderCreated',
      'holderActivated',
      'holderSuspended',
      'holderActivated',
    ])
  })

  test('activating plans only reminders again that are still ahead (G16)', async () => {
    const holder = await product.createHolder()
    const now = await product.clock.now()
    const soon = await register(holder, now.add({ hours: 30 }))
    const later = await register(holder, now.add({ hours: 9 * 24 }))
    const cancelled = await register(holder, now.add({ hours: 9 * 24 }))
    await suspendHolder(product.operator, holder.id)
    assert.equal((await holder.call('GET', '/appointments')).status, 403)
    await product.clock.advance('PT8H')
    const dayBefore = async (appointment: string) =>
      (await reminderStates(product.operator, appointment)).find((row) => row.offsetKey === 'P1D')
    const missed = { offsetKey: 'P1D', state: 'suppressed', reasonCode: 'tenant_inactive' }
    assert.deepEqual(await dayBefore(soon), missed)
    // Rows of one person and day are looked at together, so some end before they are due.
    await rowsOf(
      product.operator,
      `update reminder set state = 'suppressed', reason_code = 'tenant_inactive', run_at = null where appointment_id = any($1)`,
      [[later, cancelled]],
    )
    await rowsOf(
      product.operator,
      `update appointment set status = 'cancelled', cancelled_at = tijdig_now() where id = $1`,
      [cancelled],
    )
    const activated = await activateHolder(product.operator, holder.id)
    assert.deepEqual([activated.status, activated.isChanged, activated.plannedAgain], ['active', true, 2])
    assert.deepEqual(
      (await reminderStates(product.operator, later)).map((row) => [row.offsetKey, row.state, row.reasonCode]),
      [
        ['P3D', 'planned', null],
        ['P1D', 'planned', null],
      ],
    )
    assert.ok((await reminderStates(product.operator, cancelled)).every((row) => row.state === 'suppressed'))
    assert.deepEqual(await dayBefore(soon), missed)
    const differing = await rowsOf(
      product.operator,
      'select id from reminder where appointment_id = $1 and run_at <> due_at',
      [later],
    )
    assert.deepEqual(differing, [])
  })

  test('a status a holder has already is not written again', async () => {
    const holder = await product.createHolder()
    const change = await activateHolder(product.operator, holder.id)
    assert.deepEqual([change.isChanged, change.plannedAgain], [false, 0])
    assert.deepEqual(await operatorActions(product.operator, holder.id), [])
  })

  test('a holder that does not exist or was deleted is refused', async () => {
    const deleted = await product.createHolder({ status: 'deleted' })
    for (const id of [deleted.id, '00000000-0000-4000-8000-000000000000']) {
      await assert.rejects(activateHolder(product.operator, id), /no such platform holder: `tijdig holder list`/)
      await assert.rejects(suspendHolder(product.operator, id), /no such platform holder/)
    }
  })

  test('a command that only looks waits for none that changes a holder', async () => {
    const holder = await product.createHolder()
    await inTransaction(product.operator, { holder: null }, async (tx) => {
      await lockHolder(tx, holder.id)
      assert.deepEqual(await listBreaker(product.operator, holder.id), [])
      assert.deepEqual(await calendarStatus(product.operator, holder.id), { calendars: [], leftOut: [] })
    })
  })
})
