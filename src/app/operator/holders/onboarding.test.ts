import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { startTestProduct, type TestHolder, type TestProduct } from '../../../../test/harness.ts'
import { completeRequiredSteps } from '../../../../test/onboarding-world.ts'
import { operatorActions, rowsOf } from '../../../../test/operator-world.ts'
import { suspendHolder } from './holder.ts'
import { approveOnboarding, listOnboardings, returnOnboarding } from './onboarding.ts'

describe('tijdig onboarding', () => {
  let product: TestProduct
  before(async () => {
    product = await startTestProduct({ roles: ['api'] })
  })
  after(() => product.stop())

  const read = async (holder: TestHolder) => (await holder.call('GET', '/onboarding')).body.data
  const submit = async (holder: TestHolder, expectedVersion: number) =>
    (await holder.call('POST', '/onboarding/submission', { clientRequestId: randomUUID(), expectedVersion })).status

  async function handedIn(displayName: string, status = 'draft'): Promise<TestHolder> {
    const holder = await product.createHolder({ displayName, status })
    await completeRequiredSteps(holder)
    assert.equal(await submit(holder, 1), 202)
    return holder
  }

  test('those that wait are listed, the longest first, and no others', async () => {
    const first = await handedIn('Praktijk Eerst')
    const second = await handedIn('Praktijk Later')
    const idle = await product.createHolder({ status: 'draft' })
    const listed = await listOnboardings(product.operator)
    const ids = listed.map(({ platformHolderId }) => platformHolderId)
    assert.ok(ids.indexOf(first.id) < ids.indexOf(second.id))
    assert.ok(!ids.includes(idle.id))
    const { submittedAt, ...row } = listed[ids.indexOf(first.id)]!
    assert.match(submittedAt, /Z$/)
    assert.deepEqual(row, {
      platformHolderId: first.id,
      displayName: 'Praktijk Eerst',
      holderStatus: 'draft',
      version: 2,
    })
  })

  test('approving completes it and makes a draft active, with an audit row for each', async () => {
    const holder = await handedIn('Praktijk')
    assert.deepEqual(await approveOnboarding(product.operator, holder.id), {
      platformHolderId: holder.id,
      displayName: 'Praktijk',
      status: 'completed',
      isActivated: true,
    })
    const profile = (await holder.call('GET', '')).body.data
    assert.equal(profile.status, 'active')
    assert.match(profile.activeFrom, /Z$/)
    const onboarding = await read(holder)
    assert.deepEqual([onboarding.status, onboarding.version], ['completed', 3])
    assert.deepEqual((await operatorActions(product.operator, holder.id)).toSorted(), [
      'holderActivated',
      'onboardingApproved',
    ])
    assert.ok((await listOnboardings(product.operator)).every((row) => row.platformHolderId !== holder.id))
    await assert.rejects(approveOnboarding(product.operator, holder.id), /waits for a review/)
  })

  test('returning tells staff why, who hand it in again; the message is then gone', async () => {
    const holder = await handedIn('Praktijk')
    await returnOnboarding(product.operator, holder.id, ' Het KvK-nummer klopt niet. ')
    const returned = await read(holder)
    assert.deepEqual(
      [returned.status, returned.reviewMessage, returned.version],
      ['in_progress', 'Het KvK-nummer klopt niet.', 3],
    )
    assert.deepEqual(await operatorActions(product.operator, holder.id), ['onboardingReturned'])
    assert.equal((await holder.call('GET', '')).body.data.status, 'draft')
    assert.equal(await submit(holder, 3), 202)
    const again = await read(holder)
    assert.deepEqual([again.status, again.reviewMessage, again.version], ['pending_review', null, 4])
    const audited = await rowsOf<{ row: string }>(product.operator, 'select t::text as row from audit_event t')
    assert.ok(audited.every(({ row }) => !row.includes('KvK-nummer')))
  })

  test('an empty or endless message is refused', async () => {
    const holder = await handedIn('Praktijk')
    for (const message of [' ', 'a'.repeat(1_001)])
      await assert.rejects(returnOnboarding(product.operator, holder.id, message), /1 to 1000 characters/)
    assert.equal((await read(holder)).status, 'pending_review')
  })

  test('what was not handed in, is suspended, or lost data since is not approved', async () => {
    const idle = await product.createHolder({ status: 'draft' })
    await assert.rejects(approveOnboarding(product.operator, idle.id), /waits for a review/)
    await assert.rejects(returnOnboarding(product.operator, idle.id, 'x'), /waits for a review/)
    await assert.rejects(approveOnboarding(product.operator, randomUUID()), /no such platform holder/)
    const suspended = await handedIn('Praktijk')
    await suspendHolder(product.operator, suspended.id)
    await assert.rejects(approveOnboarding(product.operator, suspended.id), /is suspended/)
    const lacking = await handedIn('Praktijk')
    assert.equal((await lacking.call('PATCH', '', { billingEmail: '' })).status, 200)
    await assert.rejects(approveOnboarding(product.operator, lacking.id), /contacts\.billingEmail/)
    assert.equal((await lacking.call('GET', '')).body.data.status, 'draft')
  })

  test('of ten parallel approvals one completes it', async () => {
    const holder = await handedIn('Praktijk')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => approveOnboarding(product.operator, holder.id)),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await read(holder)).version, 3)
  })
})
