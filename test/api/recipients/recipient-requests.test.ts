import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { eventually, shareTestProduct, type Answer, type TestProduct } from '../../harness.ts'
import {
  newIntake,
  newRescheduleRequest,
  openWorld,
  schedule,
  storeAppointment,
  type World,
} from '../../operation-cases.ts'

let product: TestProduct
let world: World
/** A holder that knows the same person, who is not linked there. */
let stranger: World

before(async () => {
  product = await shareTestProduct()
  world = await openWorld(product)
  stranger = await openWorld(product)
})
after(() => product.stop())

const cancel = (appointmentId: string, changes: object = {}, by: World = world): Promise<Answer> =>
  by.recipient.call('POST', `/appointments/${appointmentId}/cancellation-requests`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    ...changes,
  })
const reschedule = async (appointmentId: string, changes: object = {}, by: World = world): Promise<Answer> =>
  by.recipient.call(
    'POST',
    `/appointments/${appointmentId}/reschedule-requests`,
    await newRescheduleRequest(product, changes),
  )
const book = async (inHours = 240, changes: object = {}): Promise<string> =>
  (await storeAppointment(product, world.holder, inHours, changes)).id
const review = (id: string, decision: string, changes: object = {}): Promise<Answer> =>
  world.holder.call('POST', `/recipient-requests/${id}/review`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    decision,
    ...changes,
  })
const appointment = async (id: string) => (await world.holder.call('GET', `/appointments/${id}`)).body.data
const own = async (id: string) => (await world.recipient.call('GET', `/requests/${id}`)).body.data

describe('asking', () => {
  test('a request is recorded for review and changes nothing of the appointment but that it shows', async () => {
    const id = await book()
    const before = await appointment(id)
    const answer = await reschedule(id)
    assert.equal(answer.status, 202)
    const request = answer.body.data
    assert.deepEqual(
      [request.status, request.type, request.version, request.appointmentVersion, request.appointmentChanged],
      ['pending_review', 'reschedule', 1, 1, false],
    )
    assert.equal(request.expiresAt, before.startsAt)
    assert.equal(request.review, null)
    assert.deepEqual(await appointment(id), {
      ...before,
      openRequest: { requestId: request.id, type: 'reschedule', createdAt: request.createdAt },
    })
    assert.deepEqual(await own(request.id), request)
    const { body } = await world.holder.call('GET', `/recipient-requests/${request.id}`)
    const { recipient, title, startsAt, endsAt, timezone, place, status, origin, sourceSystem } = before
    assert.deepEqual(body.data, {
      ...request,
      followUp: null,
      appointment: {
        displayName: recipient.displayName,
        title,
        startsAt,
        endsAt,
        timezone,
        place,
        status,
        origin,
        sourceSystem,
      },
    })
  })

  test('of 20 parallel requests for one appointment one is open, and the others are told which', async () => {
    const id = await book()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? cancel(id) : reschedule(id))),
    )
    const [accepted, ...more] = answers.filter((answer) => answer.status === 202)
    assert.deepEqual(more, [])
    const open = accepted?.body.data.id
    for (const { status, body } of answers.filter((answer) => answer !== accepted)) {
      assert.deepEqual([status, body.error.code], [409, 'REQUEST_ALREADY_OPEN'])
      assert.match(body.error.details[0].message, new RegExp(open))
    }
    assert.equal((await appointment(id)).openRequest.requestId, open)
  })

  test('20 parallel repeats of one clientRequestId are one request with one answer; another body is refused', async () => {
    const id = await book()
    const body = await newRescheduleRequest(product)
    const path = `/appointments/${id}/reschedule-requests`
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.recipient.call('POST', path, body)))
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([202]))
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size, 1)
    assert.equal(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true').length, 19)
    const other = await world.recipient.call('POST', path, { ...body, note: 'Iets anders' })
    assert.deepEqual([other.status, other.body.error.code], [409, 'REQUEST_ID_REUSED'])
  })

  test('the clientRequestId of another recipient is another request, also at the same moment', async () => {
    const clientRequestId = randomUUID()
    const mine = await book()
    const theirs = await storeAppointment(product, world.holder, 240, {
      recipient: { displayName: 'Fem Bos', email: 'fem.bos@example.com', phoneNumberE164: '+31612345677' },
    })
    const { rows } = await product.operator.query<{ holderRecipientId: string }>(
      'select holder_recipient_id from appointment where id = $1',
      [theirs.id],
    )
    const holderRecipientId = rows[0]?.holderRecipientId ?? ''
    const other = await product.createRecipient({ links: [{ platformHolderId: world.holder.id, holderRecipientId }] })
    const body = { clientRequestId, expectedVersion: 1 }
    const answers = await Promise.all([
      world.recipient.call('POST', `/appointments/${mine}/cancellation-requests`, body),
      other.call('POST', `/appointments/${theirs.id}/cancellation-requests`, body),
    ])
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')]),
      [
        [202, null],
        [202, null],
      ],
    )
    assert.deepEqual(
      answers.map(({ body: answer }) => answer.data.appointmentId),
      [mine, theirs.id],
    )
  })

  test('the answer to a clientRequestId is kept for 90 days, longer than those of other operations', async () => {
    const id = await book(24 * 120)
    const body = { clientRequestId: randomUUID(), expectedVersion: 1 }
    const path = `/appointments/${id}/cancellation-requests`
    const first = await world.recipient.call('POST', path, body)
    const other = randomUUID()
    await storeAppointment(product, world.holder, 240, { clientRequestId: other })
    await product.clock.set((await product.clock.now()).add({ hours: 24 * 89 }).toString())
    await product.maintain()
    const { rows } = await product.operator.query('select 1 from client_request where client_request_id = $1', [other])
    assert.deepEqual(rows, [])
    const again = await world.recipient.call('POST', path, body)
    assert.equal(again.status, 202)
    assert.deepEqual(again.body.data, first.body.data)
  })

  test('appointments that are changed meanwhile, cancelled or past cannot be asked about', async () => {
    const id = await book()
    assert.equal((await cancel(id, { expectedVersion: 2 })).body.error.code, 'VERSION_CONFLICT')
    await world.holder.call('POST', `/appointments/${id}/cancellation`, {
      clientRequestId: randomUUID(),
      expectedVersion: 1,
      reasonCode: 'other',
    })
    assert.equal((await cancel(id, { expectedVersion: 2 })).body.error.code, 'STATE_CONFLICT')
    assert.equal((await cancel(await book(-2))).body.error.code, 'APPOINTMENT_IN_PAST')
  })

  test('what the kind of appointment does not allow, or not so late, cannot be asked', async () => {
    const type = await world.holder.call('POST', '/appointment-types', {
      clientRequestId: randomUUID(),
      name: { nl: `Controle ${randomUUID()}` },
      durationMinutes: 15,
      recipientActions: { cancelRequest: true, rescheduleRequest: false, deadline: 'P2D' },
    })
    const appointmentTypeId = type.body.data.id
    const far = await book(240, { appointmentTypeId })
    assert.equal((await reschedule(far)).body.error.code, 'STATE_CONFLICT')
    assert.equal((await cancel(far)).status, 202)
    assert.equal((await cancel(await book(47, { appointmentTypeId }))).body.error.code, 'STATE_CONFLICT')
  })

  test('preferred windows lie ahead, have a length, and span at most 14 days', async () => {
    const id = await book()
    const now = await product.clock.now()
    const window = (from: number, to: number) => ({
      startsAt: now.add({ hours: from }).toString(),
      endsAt: now.add({ hours: to }).toString(),
    })
    const preferredWindows = [window(-1, 5), window(10, 9), window(10, 10 + 15 * 24)]
    const { status, body } = await reschedule(id, { preferredWindows })
    assert.equal(status, 400)
    assert.deepEqual(
      body.error.details.map((detail: { path: string }) => detail.path),
      ['preferredWindows.0.startsAt', 'preferredWindows.1.endsAt', 'preferredWindows.2.endsAt'],
    )
    assert.equal((await reschedule(id, { preferredWindows: [] })).status, 400)
    // Shorter than what answers show.
    const tiny = { startsAt: '2027-06-01T10:00:00.0001Z', endsAt: '2027-06-01T10:00:00.0002Z' }
    assert.equal((await reschedule(id, { preferredWindows: [tiny] })).status, 400)
    // Two weeks in which the clock goes back.
    const autumn = { startsAt: '2027-10-18T00:00:00+02:00', endsAt: '2027-11-01T00:00:00+01:00' }
    assert.equal((await reschedule(id, { preferredWindows: [window(10, 10 + 14 * 24), autumn] })).status, 202)
  })

  test('the same number at another holder, or another name at this one, gives no access', async () => {
    const foreign = (await storeAppointment(product, stranger.holder)).id
    const otherName = await book(240, { recipient: { displayName: 'Jan de Vries', phoneNumberE164: '+31612345678' } })
    for (const id of [foreign, otherName]) {
      assert.equal((await cancel(id)).status, 404)
      assert.equal((await reschedule(id)).status, 404)
    }
    const request = (await cancel(await book())).body.data
    const { recipient } = stranger
    assert.equal((await recipient.call('GET', `/requests/${request.id}`)).status, 404)
    const withdrawal = `/requests/${request.id}/withdrawal`
    assert.equal((await recipient.call('POST', withdrawal, { expectedVersion: 1 })).status, 404)
    const listed = await recipient.call('GET', '/requests')
    assert.deepEqual(listed.body.data.items, [])
    assert.equal((await stranger.holder.call('GET', `/recipient-requests/${request.id}`)).status, 404)
  })

  test('a recipient lists requests at all holders, newest first, page by page and by state', async () => {
    const [first, second] = [await product.createHolder(), await product.createHolder()]
    const links = []
    const appointments: string[] = []
    for (const holder of [first, second]) {
      const { id } = await storeAppointment(product, holder)
      appointments.push(id)
      const { rows } = await product.operator.query('select holder_recipient_id from appointment where id = $1', [id])
      links.push({ platformHolderId: holder.id, holderRecipientId: rows[0].holderRecipientId })
    }
    const recipient = await product.createRecipient({ links })
    const by = { ...world, recipient }
    const ids: string[] = []
    for (const id of appointments) ids.push((await cancel(id, {}, by)).body.data.id)
    const one = (await recipient.call('GET', '/requests?pageSize=1')).body.data
    const two = (await recipient.call('GET', `/requests?pageSize=1&pageToken=${one.nextPageToken}`)).body.data
    assert.deepEqual(
      [...one.items, ...two.items].map((item) => [item.id, item.platformHolderId]),
      [
        [ids[1], second.id],
        [ids[0], first.id],
      ],
    )
    assert.equal(two.nextPageToken, null)
    await recipient.call('POST', `/requests/${ids[0]}/withdrawal`, { expectedVersion: 1 })
    const withdrawn = (await recipient.call('GET', '/requests?status=withdrawn')).body.data.items
    assert.deepEqual(
      withdrawn.map((item: { id: string }) => item.id),
      [ids[0]],
    )
    const ofFirst = (await first.call('GET', '/recipient-requests')).body.data.items
    assert.deepEqual(
      ofFirst.map((item: { id: string }) => item.id),
      [ids[0]],
    )
  })
})

describe('taking back and reviewing', () => {
  test('a request is withdrawn once, and then another can be made', async () => {
    const id = await book()
    const request = (await cancel(id)).body.data
    const path = `/requests/${request.id}/withdrawal`
    assert.equal((await world.recipient.call('POST', path, { expectedVersion: 9 })).body.error.code, 'VERSION_CONFLICT')
    const withdrawn = await world.recipient.call('POST', path, { expectedVersion: 1 })
    assert.deepEqual([withdrawn.body.data.status, withdrawn.body.data.version], ['withdrawn', 2])
    assert.equal((await world.recipient.call('POST', path, { expectedVersion: 2 })).body.error.code, 'STATE_CONFLICT')
    assert.equal((await review(request.id, 'approved', { expectedVersion: 2 })).body.error.code, 'STATE_CONFLICT')
    assert.equal((await appointment(id)).openRequest, null)
    assert.equal((await reschedule(id)).status, 202)
  })

  test('the recipient sees decision and message; who reviewed it is for the holder alone', async () => {
    const request = (await reschedule(await book())).body.data
    const { body } = await review(request.id, 'declined', { message: 'Helaas.' })
    assert.equal(body.data.review.reviewedBy, world.holder.staffEmail)
    const seen = await world.recipient.call('GET', `/requests/${request.id}`)
    assert.deepEqual(Object.keys(seen.body.data.review).sort(), ['decision', 'message', 'reviewedAt', 'suggestionId'])
    assert.deepEqual([seen.body.data.status, seen.body.data.review.message], ['declined', 'Helaas.'])
    assert.ok(!JSON.stringify(seen.body).includes(world.holder.staffEmail))
  })

  test('an approved cancellation cancels here, and says what is left to do for an appointment of a source system', async () => {
    const local = await book()
    const approved = await review((await cancel(local)).body.data.id, 'approved')
    assert.deepEqual([approved.body.data.appointmentChanged, approved.body.data.followUp], [true, null])
    const cancelled = await appointment(local)
    assert.deepEqual(
      [cancelled.status, cancelled.cancellation.by, cancelled.openRequest],
      ['cancelled', 'approved_request', null],
    )
    const intake = await world.holder.call('POST', '/appointments/intake', await newIntake(product))
    const other = await review((await cancel(intake.body.data.appointmentId)).body.data.id, 'approved')
    assert.equal(other.body.data.followUp, 'UPDATE_SOURCE_SYSTEM')
  })

  test('an approved reschedule changes nothing of the appointment', async () => {
    const id = await book()
    const before = await appointment(id)
    const { body } = await review((await reschedule(id)).body.data.id, 'approved')
    assert.deepEqual([body.data.status, body.data.appointmentChanged, body.data.followUp], ['approved', false, null])
    const after = await appointment(id)
    assert.deepEqual(
      [after.version, after.startsAt, after.status, after.openRequest],
      [before.version, before.startsAt, 'registered', null],
    )
  })

  test('of withdrawal, review and a move at the same moment, one decides and the books agree', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await book()
      const request = (await cancel(id)).body.data
      const { startsAt, endsAt } = await schedule(product, 300)
      await Promise.all([
        world.recipient.call('POST', `/requests/${request.id}/withdrawal`, { expectedVersion: 1 }),
        review(request.id, 'approved'),
        world.holder.call('PATCH', `/appointments/${id}`, { expectedVersion: 1, startsAt, endsAt }),
      ])
      const [after, { status, version }] = [await appointment(id), await own(request.id)]
      assert.equal(version, 2)
      assert.equal(after.openRequest, null)
      assert.equal(after.status === 'cancelled', status === 'approved', `${after.status} and ${status}`)
      if (after.scheduleRevision === 2) assert.notEqual(status, 'pending_review')
    }
  })
})

describe('what ends a request from outside', () => {
  test('a move by staff or by the source, or a cancellation, supersedes it; another title does not', async () => {
    const { startsAt, endsAt } = await schedule(product, 300)
    const moved = await book()
    const titled = await book()
    const cancelled = await book()
    const [ofMoved, ofTitled, ofCancelled] = [
      (await cancel(moved)).body.data.id,
      (await cancel(titled)).body.data.id,
      (await reschedule(cancelled)).body.data.id,
    ]
    await world.holder.call('PATCH', `/appointments/${moved}`, { expectedVersion: 1, startsAt, endsAt })
    await world.holder.call('PATCH', `/appointments/${titled}`, { expectedVersion: 1, title: 'Jaarlijkse controle' })
    await world.holder.call('POST', `/appointments/${cancelled}/cancellation`, {
      clientRequestId: randomUUID(),
      expectedVersion: 1,
      reasonCode: 'provider',
    })
    const intake = await newIntake(product)
    const { appointmentId } = (await world.holder.call('POST', '/appointments/intake', intake)).body.data
    const ofSource = (await reschedule(appointmentId)).body.data.id
    await world.holder.call('POST', '/appointments/intake', { ...intake, startsAt, endsAt })
    assert.deepEqual(
      [await own(ofMoved), await own(ofTitled), await own(ofCancelled), await own(ofSource)].map(
        ({ status }) => status,
      ),
      ['superseded', 'pending_review', 'superseded', 'superseded'],
    )
    assert.equal((await appointment(moved)).openRequest, null)
    assert.equal((await cancel(moved, { expectedVersion: 2 })).status, 202)
  })

  test('when the appointment becomes another person’s, the request ends with it', async () => {
    const id = await book()
    const request = (await cancel(id)).body.data.id
    const recipient = { displayName: 'Iemand Anders', phoneNumberE164: '+31612345667' }
    await world.holder.call('PATCH', `/appointments/${id}`, { expectedVersion: 1, recipient })
    assert.equal((await own(request)).status, 'superseded')
    assert.equal((await appointment(id)).openRequest, null)
    assert.equal((await cancel(id, { expectedVersion: 2 })).status, 404)
  })

  test('at the start of the appointment it expires, at once for every reader and then in the books', async () => {
    const id = await book(3)
    const request = (await cancel(id)).body.data
    await product.clock.advance('PT3H1M')
    const seen = await own(request.id)
    assert.deepEqual([seen.status, seen.version, seen.updatedAt], ['expired', 2, request.expiresAt])
    assert.equal((await appointment(id)).openRequest, null)
    for (const list of ['/requests?status=expired', '/requests?status=pending_review']) {
      const { items } = (await world.recipient.call('GET', list)).body.data
      const isThere = items.some((item: { id: string }) => item.id === request.id)
      assert.equal(isThere, list.endsWith('expired'), list)
    }
    assert.equal((await review(request.id, 'approved', { expectedVersion: 2 })).body.error.code, 'STATE_CONFLICT')
    // The worker does it.
    await eventually(async () => {
      const { rows } = await product.operator.query('select status from recipient_request where id = $1', [request.id])
      return rows[0].status === 'expired'
    }, 30_000)
    assert.deepEqual(await own(request.id), seen)
  })
})
