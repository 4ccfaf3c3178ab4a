import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestProduct, type TestProduct } from '../../../../test/harness.ts'
import { advanceClock, describeOffset, resetClock, setClock, showClock } from './clock.ts'
import { createReport } from '#/app/operator/holders/report.ts'
import { operatorActions, register, reminderStates } from '../../../../test/operator-world.ts'

describe('tijdig clock', () => {
  let product: TestProduct
  before(async () => {
    product = await startTestProduct()
  })
  after(() => product.stop())

  test('advancing sends what falls due, tells of its stops, how long it took and that it arrived', async () => {
    await setClock(product.operator, '2027-01-12T09:00:00Z')
    const holder = await product.createHolder()
    const appointment = await register(holder, (await product.clock.now()).add({ hours: 25 }))
    const told: number[] = []
    const before = await operatorActions(product.operator, null)
    const reading = await advanceClock(product.operator, 'PT2H', (_, stops) => told.push(stops))
    assert.match(reading.now, /^2027-01-12T11:00/)
    assert.equal(told.at(-1), reading.stops)
    assert.ok(reading.stops >= 2)
    const row = (await reminderStates(product.operator, appointment)).find(({ offsetKey }) => offsetKey === 'P1D')
    assert.match(row?.state ?? '', /sent|delivered/)
    assert.deepEqual(await operatorActions(product.operator, null), [...before, 'clockAdvanced', 'clockArrived'])
    assert.ok(reading.wallMs > 0)
    const { lastAdvance } = await createReport(product.operator, { platformHolderId: holder.id, from: null, to: null })
    assert.deepEqual(lastAdvance, { by: 'PT2H', stops: reading.stops, wallMs: reading.wallMs })
  })

  test('set jumps, reset goes back to real time', async () => {
    assert.match((await setClock(product.operator, '2030-06-01T12:00:00+02:00')).now, /^2030-06-01T10:00:0/)
    assert.ok((await showClock(product.operator)).offsetMs > 0)
    assert.equal((await resetClock(product.operator)).offsetMs, 0)
    const [, last] = (await operatorActions(product.operator, null)).slice(-2)
    assert.equal(last, 'clockReset')
  })

  test('what the clock cannot do is refused, and leaves no audit row', async () => {
    const before = await operatorActions(product.operator, null)
    for (const duration of ['tomorrow', '-PT1H', 'P1M', 'P1Y'])
      await assert.rejects(
        advanceClock(product.operator, duration, () => assert.fail()),
        /such as P1D or PT30M/,
      )
    await assert.rejects(setClock(product.operator, '2027-01-12T09:00'), /with its offset from UTC/)
    assert.deepEqual(await operatorActions(product.operator, null), before)
  })

  test('without a worker it says so at once instead of waiting', async () => {
    const idle = await startTestProduct({ roles: ['api'] })
    try {
      await assert.rejects(
        advanceClock(idle.operator, 'P1D', () => assert.fail()),
        /start `tijdig serve` first/,
      )
      assert.equal((await showClock(idle.operator)).offsetMs, 0)
    } finally {
      await idle.stop()
    }
  })

  test('how far the clock is from real time is said in words', () => {
    const hour = 3_600_000
    assert.equal(describeOffset(0), 'real time')
    assert.equal(describeOffset(26 * hour), '1 day, 2 hours ahead of real time')
    assert.equal(describeOffset(-90_000), '1 minute, 30 seconds behind real time')
    assert.equal(describeOffset(3), 'less than a second ahead of real time')
  })
})
