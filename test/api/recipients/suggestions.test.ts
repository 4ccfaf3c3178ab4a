import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { tellOfApproval } from '#/slices/suggestions/tell-of-approval.ts'
import { callApi, eventually, shareTestProduct, type Answer, type TestProduct } from '../../harness.ts'
import {
  newRescheduleRequest,
  openWorld,
  schedule,
  storeRequest,
  storeSuggestion,
  type World,
} from '../../operation-cases.ts'
import { handing, jobCtx } from '../../job-ctx.ts'

let product: TestProduct
let world: World

before(async () => {
  product = await shareTestProduct()
  world = await openWorld(product)
})
after(() => product.stop())

const review = (id: string, decision: string, changes: object = {}): Promise<Answer> =>
  world.recipient.call('POST', `/suggestions/${id}/review`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    decision,
    confirmedByHuman: true,
    ...changes,
  })
const read = async (id: string) => (await world.recipient.call('GET', `/suggestions/${id}`)).body.data

test('another time proposed with a review reaches the recipient, with its request, appointment and holder', async () => {
  const request = await storeRequest(world)
  const { startsAt, endsAt } = await schedule(product, 320)
  const { body } = await world.holder.call('POST', `/recipient-requests/${request.id}/review`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    decision: 'approved',
    message: 'Dinsdag kan ook.',
    suggestedStartsAt: startsAt,
    suggestedEndsAt: endsAt,
  })
  const suggestion = await read(body.data.review.suggestionId)
  assert.deepEqual(suggestion, {
    id: body.data.review.suggestionId,
    version: 1,
    kind: 'alternative_time',
    origin: 'platform_holder',
    platformHolder: { id: world.holder.id, displayName: suggestion.platformHolder.displayName },
    appointmentId: request.appointmentId,
    requestId: request.id,
    proposedStartsAt: new Date(startsAt).toISOString(),
    proposedEndsAt: new Date(endsAt).toISOString(),
    timezone: 'Europe/Amsterdam',
    message: 'Dinsdag kan ook.',
    status: 'pending_review',
    review: null,
    createdAt: body.data.review.reviewedAt,
    expiresAt: new Date(startsAt).toISOString(),
  })
  assert.match(suggestion.platformHolder.displayName, /^Praktijk/)
})

test('a proposed time has a start and an end, and lies ahead', async () => {
  const request = await storeRequest(world)
  const { startsAt, endsAt } = await schedule(product, 320)
  const past = await schedule(product, -3)
  for (const [suggested, path] of [
    [{ suggestedStartsAt: startsAt }, 'suggestedEndsAt'],
    [{ suggestedEndsAt: endsAt }, 'suggestedStartsAt'],
    [{ suggestedStartsAt: endsAt, suggestedEndsAt: startsAt }, 'suggestedEndsAt'],
    [{ suggestedStartsAt: past.startsAt, suggestedEndsAt: past.endsAt }, 'suggestedStartsAt'],
  ] as const) {
    const { status, body } = await world.holder.call('POST', `/recipient-requests/${request.id}/review`, {
      clientRequestId: randomUUID(),
      expectedVersion: 1,
      decision: 'declined',
      ...suggested,
    })
    assert.equal(status, 400)
    assert.equal(body.error.details[0].path, path)
  }
})

test('without the confirmation of a human nothing is recorded', async () => {
  const id = await storeSuggestion(world)
  for (const confirmedByHuman of [false, undefined]) {
    const { status, body } = await review(id, 'approved', { confirmedByHuman })
    assert.deepEqual([status, body.error.code], [400, 'HUMAN_CONFIRMATION_REQUIRED'])
  }
  // Also for a suggestion that does not exist.
  assert.equal((await review(randomUUID(), 'approved', { confirmedByHuman: false })).status, 400)
  assert.deepEqual((await read(id)).review, null)
})

test('an approval is recorded, moves and creates nothing, and is mailed to the holder once', async () => {
  const inbox = `inbox-${randomUUID()}@praktijk.example`
  await world.holder.call('PATCH', '', { communicationInboxEmail: inbox, defaultLocale: 'nl' })
  const id = await storeSuggestion(world)
  const { appointmentId } = await read(id)
  // What becomes of a message that is due meanwhile is no doing of an approval.
  const seen = async () => ({
    ...(await world.holder.call('GET', `/appointments/${appointmentId}`)).body.data,
    delivery: null,
  })
  const before = await seen()
  const count = async () => (await product.operator.query('select count(*) as count from appointment')).rows[0].count
  const appointments = await count()
  const clientRequestId = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => review(id, 'approved', { clientRequestId })))
  for (const { status, body } of answers) {
    assert.equal(status, 200)
    assert.deepEqual([body.data.status, body.data.version], ['approved', 2])
    assert.deepEqual(body.data.review, {
      decision: 'approved',
      reviewedAt: body.data.review.reviewedAt,
      confirmedByHuman: true,
    })
  }
  const mails = async () =>
    (await callApi(`${product.sandboxUrl}/inbox/email?to=${encodeURIComponent(inbox)}`, 'GET')).body.items
  const [mail] = await eventually(async () => ((await mails()).length > 0 ? mails() : null))
  assert.match(mail.text, /Sanne de Vries heeft het voorgestelde tijdstip geaccepteerd/)
  assert.match(mail.text, /nog niets ingepland of verzet/)
  assert.equal(await count(), appointments)
  assert.deepEqual(await seen(), before)
  assert.equal((await review(id, 'dismissed', { expectedVersion: 2 })).body.error.code, 'STATE_CONFLICT')
  assert.equal((await mails()).length, 1)
})

test('the mail of an approval that a dying process did not send is sent by the next', async () => {
  const inbox = `inbox-${randomUUID()}@praktijk.example`
  await world.holder.call('PATCH', '', { communicationInboxEmail: inbox })
  const suggestionId = await storeSuggestion(world)
  const { operator: pool } = product
  // Approved without the API, so that no job for it is queued.
  await pool.query(`update suggestion set status = 'approved', reviewed_at = tijdig_now() where id = $1`, [
    suggestionId,
  ])
  const ctx = jobCtx(product)
  const approved = { suggestionId, platformHolderId: world.holder.id }
  const dies = handing(ctx.email, () => Promise.reject(new Error('The process ends here')))
  await assert.rejects(tellOfApproval.perform({ ...ctx, email: dies }, approved), /ends here/)
  for (const _ of [1, 2]) await tellOfApproval.perform(ctx, approved)
  await ctx.closeMail()
  const url = `${product.sandboxUrl}/inbox/email?to=${encodeURIComponent(inbox)}`
  assert.equal((await callApi(url, 'GET')).body.items.length, 1)
})

test('a dismissal is recorded; a stale version is refused', async () => {
  const id = await storeSuggestion(world)
  assert.equal((await review(id, 'dismissed', { expectedVersion: 2 })).body.error.code, 'VERSION_CONFLICT')
  const { body } = await review(id, 'dismissed')
  assert.deepEqual([body.data.status, body.data.review.decision], ['dismissed', 'dismissed'])
})

test('of an approval and a dismissal at the same moment one counts', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await storeSuggestion(world)
    const answers = await Promise.all([review(id, 'approved'), review(id, 'dismissed')])
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409])
    assert.equal((await read(id)).version, 2)
  }
})

test('a suggestion is withdrawn when its appointment is moved or cancelled', async () => {
  const id = await storeSuggestion(world)
  const { appointmentId } = await read(id)
  const { startsAt, endsAt } = await schedule(product, 400)
  const path = `/appointments/${appointmentId}`
  assert.equal((await world.holder.call('PATCH', path, { expectedVersion: 1, startsAt, endsAt })).status, 200)
  const withdrawn = await read(id)
  assert.deepEqual([withdrawn.status, withdrawn.version], ['withdrawn', 2])
  assert.equal((await review(id, 'approved', { expectedVersion: 2 })).body.error.code, 'STATE_CONFLICT')
})

test('it belongs to one recipient: others neither read nor review it', async () => {
  const id = await storeSuggestion(world)
  const stranger = await openWorld(product)
  assert.equal((await stranger.recipient.call('GET', `/suggestions/${id}`)).status, 404)
  const body = { clientRequestId: randomUUID(), expectedVersion: 1, decision: 'approved', confirmedByHuman: true }
  assert.equal((await stranger.recipient.call('POST', `/suggestions/${id}/review`, body)).status, 404)
  assert.deepEqual((await stranger.recipient.call('GET', '/suggestions')).body.data.items, [])
})

test('at its proposed start it expires, at once for every reader and then in the books', async () => {
  const request = await storeRequest(world)
  const { startsAt, endsAt } = await schedule(product, 2)
  const answer = await world.holder.call('POST', `/recipient-requests/${request.id}/review`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    decision: 'declined',
    suggestedStartsAt: startsAt,
    suggestedEndsAt: endsAt,
  })
  const id = answer.body.data.review.suggestionId
  await product.clock.advance('PT2H1M')
  const seen = await read(id)
  assert.deepEqual([seen.status, seen.version], ['expired', 2])
  const listed = (await world.recipient.call('GET', '/suggestions?status=expired')).body.data.items
  assert.ok(listed.some((item: { id: string }) => item.id === id))
  assert.equal((await review(id, 'approved', { expectedVersion: 2 })).body.error.code, 'STATE_CONFLICT')
  await product.maintain()
  const { rows } = await product.operator.query('select status from suggestion where id = $1', [id])
  assert.equal(rows[0].status, 'expired')
  assert.deepEqual(await read(id), seen)
})

test('an approved request without another time leaves no suggestion', async () => {
  const { id } = await storeRequest(world)
  const { body } = await world.holder.call('POST', `/recipient-requests/${id}/review`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    decision: 'approved',
  })
  assert.equal(body.data.review.suggestionId, null)
  // A second request for the same appointment can be reviewed by itself.
  const again = await world.recipient.call(
    'POST',
    `/appointments/${body.data.appointmentId}/reschedule-requests`,
    await newRescheduleRequest(product),
  )
  assert.equal(again.status, 202)
})
