import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callApi, startTestProduct, type TestProduct } from '../../harness.ts'
import { newType, storeAppointment, storeProposal, storeRequest, storeType } from '../../operation-cases.ts'
import { openVoiceWorld, storeColleague, type VoiceWorld } from '../../voice-world.ts'

let product: TestProduct
let world: VoiceWorld
before(async () => {
  product = await startTestProduct({ roles: ['api', 'sandbox', 'worker'] })
  world = await openVoiceWorld(product)
})
after(() => product?.stop())

type Data = ReturnType<typeof JSON.parse>

const propose: VoiceWorld['propose'] = (operationId, input) => world.propose(operationId, input)
const read: VoiceWorld['readProposal'] = (id) => world.readProposal(id)
const confirm: VoiceWorld['confirm'] = (id, body, headers) => world.confirm(id, body, headers)
const appointmentOf = async (id: string): Promise<Data> =>
  (await world.holder.call('GET', `/appointments/${id}`)).body.data

/** Proposes to move a new appointment by a day. */
async function proposeMove(): Promise<{ proposal: Data; appointment: Data; startsAt: string }> {
  const appointment = await storeAppointment(product, world.holder)
  const later = (instant: string) => Temporal.Instant.from(instant).add({ hours: 24 }).toString()
  const [startsAt, endsAt] = [later(appointment.startsAt), later(appointment.endsAt)]
  const proposal = await propose('updateHolderAppointment', { appointmentId: appointment.id, startsAt, endsAt })
  return { proposal, appointment, startsAt }
}

test('a change is proposed and not done; the proposal shows what is stored, as it is stored', async () => {
  const { proposal, appointment, startsAt } = await proposeMove()
  assert.deepEqual((await appointmentOf(appointment.id)).startsAt, appointment.startsAt)
  assert.equal(proposal.status, 'pending_confirmation')
  assert.deepEqual([proposal.operationId, proposal.timezone], ['updateHolderAppointment', 'Europe/Amsterdam'])
  assert.equal(proposal.targetVersion, 1)
  assert.equal(proposal.storedInput.startsAt, startsAt)
  assert.equal(proposal.storedInput.appointmentId, appointment.id)
  const { title, endsAt } = appointment
  assert.deepEqual(proposal.about, [
    { path: 'recipient.displayName', value: 'Sanne de Vries' },
    { path: 'startsAt', value: appointment.startsAt },
    { path: 'title', value: title },
  ])
  assert.deepEqual(proposal.changes, [
    { path: 'startsAt', before: appointment.startsAt, after: startsAt },
    { path: 'endsAt', before: endsAt, after: proposal.storedInput.endsAt },
  ])
  const tenMinutes = Temporal.Instant.from(proposal.createdAt).add({ minutes: 10 })
  assert.ok(Temporal.Instant.from(proposal.expiresAt).equals(tenMinutes))
  assert.deepEqual([proposal.confirmedAt, proposal.executedAt, proposal.mayHaveApplied], [null, null, false])
})

test('a confirmed proposal is executed as it was stored, with an audit row of the change itself', async () => {
  const { proposal, appointment, startsAt } = await proposeMove()
  const { status, body } = await confirm(proposal.proposalId)
  assert.equal(status, 200)
  assert.equal(body.data.status, 'succeeded')
  assert.ok(
    Temporal.Instant.from((await appointmentOf(appointment.id)).startsAt).equals(Temporal.Instant.from(startsAt)),
  )
  assert.equal(body.data.result.version, 2)
  const { rows } = await product.operator.query(
    `select action, subjects from audit_event where request_id = $1 order by action`,
    [body.requestId],
  )
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['confirmHolderVoiceProposal', 'updateHolderAppointment'],
  )
  assert.ok(rows.every(({ subjects }) => subjects.includes(appointment.id)))
})

test('of twenty who confirm at once one executes, and all get what became of it', async () => {
  const { clientRequestId: _, ...type } = newType()
  const proposal = await propose('createHolderAppointmentType', type)
  const before = await countTypes()
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(proposal.proposalId)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.deepEqual([...new Set(answers.map(({ body }) => body.data.status))], ['succeeded'])
  assert.equal(new Set(answers.map(({ body }) => body.data.result.id)).size, 1)
  assert.equal(await countTypes(), before + 1)
  const again = await confirm(proposal.proposalId)
  assert.deepEqual(again.body.data, answers[0]!.body.data)
  assert.equal(await countTypes(), before + 1)
})

const countTypes = async () => {
  const text = 'select count(*)::int as types from appointment_type where platform_holder_id = $1'
  return (await product.operator.query(text, [world.holder.id])).rows[0].types
}

test('after ten minutes a proposal is over, also for whoever confirms as it ends', async () => {
  const proposals = await Promise.all([proposeMove(), proposeMove(), proposeMove()])
  await product.clock.advance('PT9M59S')
  await Promise.all([product.clock.advance('PT2S'), ...proposals.map(({ proposal }) => confirm(proposal.proposalId))])
  for (const { proposal, appointment } of proposals) {
    const { status } = await read(proposal.proposalId)
    const { version } = await appointmentOf(appointment.id)
    assert.ok(
      (status === 'expired' && version === 1) || (status === 'succeeded' && version === 2),
      `${status} ${version}`,
    )
  }
  const { proposal, appointment } = await proposeMove()
  await product.clock.advance('PT10M')
  const late = await confirm(proposal.proposalId)
  assert.deepEqual([late.status, late.body.error.code], [409, 'PROPOSAL_EXPIRED'])
  assert.equal((await read(proposal.proposalId)).status, 'expired')
  assert.equal((await appointmentOf(appointment.id)).version, 1)
})

test('a target that moved on is 412, again and again, and nothing is done', async () => {
  const { proposal, appointment } = await proposeMove()
  const title = 'Changed meanwhile'
  await world.holder.call('PATCH', `/appointments/${appointment.id}`, { expectedVersion: 1, title })
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await confirm(proposal.proposalId)
    assert.deepEqual([status, body.error.code], [412, 'PRECONDITION_FAILED'])
  }
  const { status, errorCode } = await read(proposal.proposalId)
  assert.deepEqual([status, errorCode], ['failed', 'PRECONDITION_FAILED'])
  assert.equal((await appointmentOf(appointment.id)).startsAt, appointment.startsAt)
})

test('of two proposals for one version the second that is confirmed is 412', async () => {
  const { id: appointmentId } = await storeAppointment(product, world.holder)
  const one = await propose('updateHolderAppointment', { appointmentId, title: 'One' })
  const two = await propose('updateHolderAppointment', { appointmentId, title: 'Two' })
  const answers = await Promise.all([confirm(one.proposalId), confirm(two.proposalId)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412])
})

test('the profile, which has no version, is compared by the values that were shown', async () => {
  const stale = await propose('updateHolderProfile', { generalContactName: 'A. Proposed' })
  const fresh = await propose('updateHolderProfile', { legalName: 'Proposed B.V.' })
  await world.holder.call('PATCH', '', { generalContactName: 'B. Meanwhile' })
  assert.equal((await confirm(stale.proposalId)).status, 412)
  assert.equal((await confirm(fresh.proposalId)).body.data.status, 'succeeded')
  const { data } = (await world.holder.call('GET', '')).body
  assert.deepEqual([data.generalContactName, data.legalName], ['B. Meanwhile', 'Proposed B.V.'])
})

test('parallel proposals for one field of the profile never both pass', async () => {
  const names = ['First', 'Second', 'Third', 'Fourth']
  const proposals = await Promise.all(names.map((taxNumber) => propose('updateHolderProfile', { taxNumber })))
  const answers = await Promise.all(proposals.map(({ proposalId }) => confirm(proposalId)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412, 412, 412])
})

test('only a person confirms: not an agent’s tool, not without saying so, not an API key, not a colleague', async () => {
  const { proposal, appointment } = await proposeMove()
  const refused = async (answer: ReturnType<typeof confirm>) => {
    const { status, body } = await answer
    return [status, body.error.code]
  }
  const asTool = confirm(proposal.proposalId, { confirmed: true }, { 'x-voice-tool': 'platform_action' })
  assert.deepEqual(await refused(asTool), [400, 'HUMAN_CONFIRMATION_REQUIRED'])
  assert.deepEqual(await refused(confirm(proposal.proposalId, {})), [400, 'HUMAN_CONFIRMATION_REQUIRED'])
  assert.deepEqual(await refused(confirm(proposal.proposalId, { confirmed: false })), [
    400,
    'HUMAN_CONFIRMATION_REQUIRED',
  ])
  const byKey = world.holder.call('POST', `/voice/proposals/${proposal.proposalId}/confirm`, { confirmed: true })
  assert.deepEqual(await refused(byKey), [403, 'BROWSER_SESSION_REQUIRED'])
  await product.operator.query('update voice_proposal set actor_id = $2 where id = $1', [
    proposal.proposalId,
    await storeColleague(product, world.holder.id),
  ])
  assert.deepEqual(await refused(confirm(proposal.proposalId)), [404, 'NOT_FOUND'])
  assert.equal((await appointmentOf(appointment.id)).version, 1)
})

test('payment asks for consent apart, and only where there is payment', async () => {
  const payment = await propose('startHolderPaymentSetup', { locale: 'nl' })
  assert.equal(payment.requiresPaymentConsent, true)
  for (const body of [{ confirmed: true }, { confirmed: true, paymentConsent: false }]) {
    const answer = await confirm(payment.proposalId, body)
    assert.deepEqual([answer.status, answer.body.error.code], [400, 'EXPLICIT_CONSENT_REQUIRED'])
  }
  assert.equal((await read(payment.proposalId)).status, 'pending_confirmation')
  const { body } = await confirm(payment.proposalId, { confirmed: true, paymentConsent: true })
  assert.equal(body.data.status, 'succeeded')
  assert.ok(body.data.result.redirectUrl)
  const { proposal } = await proposeMove()
  assert.equal((await confirm(proposal.proposalId, { confirmed: true, paymentConsent: true })).status, 400)
})

test('a payment provider that does not answer fails the proposal, and what is stored tells that nothing was done', async () => {
  const other = await openVoiceWorld(product)
  const { proposalId } = await other.propose('startHolderPaymentSetup', {})
  await callApi(`${product.sandboxUrl}/faults`, 'POST', { provider: 'mollie', mode: 'error' })
  const { body } = await other.confirm(proposalId, { confirmed: true, paymentConsent: true })
  await callApi(`${product.sandboxUrl}/faults`, 'POST', { provider: 'mollie', mode: 'none' })
  assert.deepEqual([body.data.status, body.data.errorCode], ['failed', 'PROVIDER_UNAVAILABLE'])
})

test('what an operation refuses at execution is the outcome, told again and never tried again', async () => {
  const { id } = await storeType(world.holder)
  const proposal = await propose('archiveHolderAppointmentType', { appointmentTypeId: id })
  assert.deepEqual(proposal.changes, [{ path: 'status', before: 'active', after: 'archived' }])
  await product.operator.query('update reminder_policy set intake_default_type_id = $2 where platform_holder_id = $1', [
    world.holder.id,
    id,
  ])
  const first = await confirm(proposal.proposalId)
  assert.deepEqual([first.status, first.body.data.status, first.body.data.errorCode], [200, 'failed', 'STATE_CONFLICT'])
  await product.operator.query(
    'update reminder_policy set intake_default_type_id = null where platform_holder_id = $1',
    [world.holder.id],
  )
  assert.deepEqual((await confirm(proposal.proposalId)).body.data, first.body.data)
})

test('a field that is replaced as a whole shows what it loses', async () => {
  const { id: appointmentId } = await storeAppointment(product, world.holder)
  const recipient = { displayName: 'Sanne de Vries-Jansen', email: 'sanne@example.com' }
  const { changes } = await propose('updateHolderAppointment', { appointmentId, recipient })
  assert.deepEqual(changes, [
    { path: 'recipient.displayName', before: 'Sanne de Vries', after: 'Sanne de Vries-Jansen' },
    { path: 'recipient.phoneNumberE164', before: '+31612345678', after: null },
  ])
})

test('a part of a list that stays as it is shows nothing, also where it holds nothing', async () => {
  const [layout] = (await world.holder.call('GET', '/appointment-layouts')).body.data.items
  const [first, ...others] = layout.components
  assert.deepEqual([first.options, others[0].options], [{}, {}])
  const components = [{ ...first, options: { showEndTime: true } }, ...others]
  const input = { layoutId: layout.id, schemaVersion: layout.schemaVersion, components }
  const { changes } = await propose('updateHolderAppointmentLayout', input)
  assert.deepEqual(changes, [{ path: 'components.0.options.showEndTime', before: null, after: true }])
})

test('every action that changes something is proposed and confirmed', async () => {
  const type = await storeType(world.holder)
  const { id: appointmentId } = await storeAppointment(product, world.holder)
  const { id: requestId } = await storeRequest(world)
  const integrations = (await world.holder.call('GET', '/integrations')).body.data.items
  const { id: integrationId } = integrations.find(({ provider }: Data) => provider === 'caldav')
  const [layout] = (await world.holder.call('GET', '/appointment-layouts')).body.data.items
  const [first, ...others] = layout.components
  const components = [{ ...first, width: first.width === 'full' ? 'half' : 'full' }, ...others]
  const inputs: [string, object][] = [
    ['updateHolderInterfaceLocale', { locale: 'en' }],
    ['updateHolderOnboardingStep', { stepId: 'payment', status: 'skipped' }],
    ['startHolderCalendarAuthorization', { integrationId }],
    ['disconnectHolderIntegration', { integrationId }],
    ['updateHolderAppointmentType', { appointmentTypeId: type.id, color: '#123456' }],
    ['archiveHolderAppointmentType', { appointmentTypeId: type.id }],
    ['updateHolderAppointmentLayout', { layoutId: layout.id, schemaVersion: layout.schemaVersion, components }],
    ['reviewHolderRecipientRequest', { requestId, decision: 'declined', message: 'Helaas.' }],
    ['cancelHolderAppointment', { appointmentId, reasonCode: 'recipient' }],
  ]
  for (const [operationId, input] of inputs) {
    const proposal = await propose(operationId, input)
    if (operationId !== 'startHolderCalendarAuthorization') assert.ok(proposal.changes.length > 0, operationId)
    const { body } = await confirm(proposal.proposalId)
    assert.equal(body.data?.status, 'succeeded', `${operationId}: ${JSON.stringify(body)}`)
  }
  assert.equal((await appointmentOf(appointmentId)).status, 'cancelled')
})

test('proposals and conversations are forgotten after a day', async () => {
  await storeProposal(world)
  await product.clock.advance('PT25H')
  await product.maintain()
  const text = 'select (select count(*) from voice_proposal)::int + (select count(*) from voice_session)::int as left'
  assert.deepEqual((await product.operator.query(text)).rows, [{ left: 0 }])
})
