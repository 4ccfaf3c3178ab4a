import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually, startTestProduct, type TestHolder, type TestProduct } from '../../../../test/harness.ts'
import { dropBreaker, listBreaker, releaseBreaker } from './breaker.ts'
import { operatorActions, register, reminderStates } from '../../../../test/operator-world.ts'

describe('tijdig breaker', () => {
  let product: TestProduct
  before(async () => {
    product = await startTestProduct({ env: { TIJDIG_VOLUME_BREAKER_FLOOR: '1' } })
  })
  after(() => product.stop())

  /** Three reminders due at once where one an hour is usual: one leaves, two are held. */
  async function holdTwo(): Promise<{ holder: TestHolder; stateOfAll(): Promise<string[]> }> {
    await product.clock.set('2027-01-12T09:00:00Z')
    const holder = await product.createHolder()
    const startsAt = (await product.clock.now()).add({ hours: 25 })
    const appointments = [
      await register(holder, startsAt),
      await register(holder, startsAt),
      await register(holder, startsAt),
    ]
    await product.clock.advance('PT90M')
    const stateOfAll = async () => {
      const states = []
      for (const id of appointments) {
        const row = (await reminderStates(product.operator, id)).find(({ offsetKey }) => offsetKey === 'P1D')
        states.push(row?.reasonCode ? `${row.state}: ${row.reasonCode}` : (row?.state ?? 'none'))
      }
      return states.sort()
    }
    assert.equal((await stateOfAll()).filter((state) => state === 'held: volume_review').length, 2)
    return { holder, stateOfAll }
  }

  test('held reminders are counted by holder, with the oldest', async () => {
    const { holder } = await holdTwo()
    const [row, ...others] = await listBreaker(product.operator, holder.id)
    assert.deepEqual(others, [])
    assert.deepEqual(row, {
      platformHolderId: holder.id,
      displayName: row?.displayName,
      held: 2,
      tooLate: 0,
      oldestDueAt: row?.oldestDueAt,
      nextTooLateAt: row?.nextTooLateAt,
    })
    assert.match(row?.oldestDueAt ?? '', /^2027-01-12T10:00/)
    assert.match(row?.nextTooLateAt ?? '', /^2027-01-12T14:00/)
    await dropBreaker(product.operator, holder.id)
    assert.deepEqual(await listBreaker(product.operator, holder.id), [])
  })

  test('released reminders leave, also those above the usual number', async () => {
    const other = await holdTwo()
    const { holder, stateOfAll } = await holdTwo()
    assert.deepEqual(
      (await releaseBreaker(product.operator, holder.id)).map(({ released, expired }) => [released, expired]),
      [[2, 0]],
    )
    await eventually(async () => (await stateOfAll()).every((state) => state === 'sent' || state === 'delivered'))
    assert.deepEqual(await operatorActions(product.operator, holder.id), ['heldRemindersReleased'])
    assert.equal((await listBreaker(product.operator, other.holder.id))[0]?.held, 2)
    await dropBreaker(product.operator, null)
  })

  test('released too late they end as expired, and nothing is sent', async () => {
    const { holder, stateOfAll } = await holdTwo()
    await product.clock.set('2027-01-12T15:00:00Z')
    // Maintenance may have ended them a moment before.
    const released = await releaseBreaker(product.operator, holder.id)
    assert.ok(released.every((one) => one.released === 0))
    assert.equal((await stateOfAll()).filter((state) => state === 'expired: volume_review').length, 2)
  })

  test('dropped reminders end as skipped with their reason, of all holders when none is named', async () => {
    const [one, other] = [await holdTwo(), await holdTwo()]
    const dropped = await dropBreaker(product.operator, null)
    assert.deepEqual(
      dropped.map((row) => [row.platformHolderId, row.dropped]).sort(),
      [
        [one.holder.id, 2],
        [other.holder.id, 2],
      ].sort(),
    )
    for (const { holder, stateOfAll } of [one, other]) {
      assert.equal((await stateOfAll()).filter((state) => state === 'skipped: volume_review').length, 2)
      assert.deepEqual(await operatorActions(product.operator, holder.id), ['heldRemindersDropped'])
    }
    assert.deepEqual(await dropBreaker(product.operator, null), [])
  })
})
