import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openPolicyWorld, refusal, type PolicyWorld } from '../../../test/policy-world.ts'
import { getHolderDeliveryReasons } from './get-holder-delivery-reasons.ts'

describe('getHolderDeliveryReasons', () => {
  let world: PolicyWorld
  before(async () => {
    world = await openPolicyWorld()
  })
  after(() => world.close())

  const november = { from: '2026-11-20T00:00:00Z', to: '2026-12-20T00:00:00Z' }
  const ask = (holder: string, query: { from: string; to: string }) =>
    world.call<{ reasons: object[] }>(holder, getHolderDeliveryReasons, { query })

  test('counts each appointment that nobody was reached for once, by the reason of its last message', async () => {
    const holder = await world.createHolder()
    const ends = [
      ['undelivered', 'number_unreachable'],
      ['undelivered', 'number_unreachable'],
      ['failed', 'invalid_number'],
      ['delivered', null],
    ] as const
    for (const [state, reason] of ends) await setReminders(await world.register(holder, { days: 10 }), state, reason)
    const cancelled = await world.register(holder, { days: 10 })
    await setReminders(cancelled, 'failed', 'invalid_number')
    await world.owner.query(`update appointment set status = 'cancelled', cancelled_at = now() where id = $1`, [
      cancelled,
    ])
    await setReminders(await world.register(holder, { days: 40 }), 'failed', 'invalid_number')
    const other = await world.createHolder()
    await setReminders(await world.register(other, { days: 10 }), 'failed', 'carrier_rejected')
    const { reasons } = await ask(holder, november)
    assert.deepEqual(reasons, [
      { reasonCode: 'number_unreachable', appointments: 2 },
      { reasonCode: 'invalid_number', appointments: 1 },
    ])
  })

  test('a span is counted whole or refused: at most 31 days, also with the hour that comes twice', async () => {
    const holder = await world.createHolder()
    const october = { from: '2026-10-01T00:00:00+02:00', to: '2026-11-01T00:00:00+01:00' }
    assert.deepEqual(await ask(holder, october), { reasons: [] })
    for (const to of ['2026-11-20T00:00:00Z', '2026-12-22T00:00:00Z'])
      assert.equal((await refusal(ask(holder, { ...november, to }))).code, 'VALIDATION_FAILED')
  })

  async function setReminders(appointmentId: string, state: string, reason: string | null): Promise<void> {
    await world.owner.query(
      `update reminder set state = $2, reason_code = $3, handed_over_at = now(), run_at = null where appointment_id = $1`,
      [appointmentId, state, reason],
    )
  }
})
