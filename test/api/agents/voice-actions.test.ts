import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { StepsCtx } from '#/kernel/context.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { answer, openCall } from '#/kernel/execution/execute.ts'
import { FairTurns } from '#/kernel/flow/fair-turns.ts'
import { createLog } from '#/kernel/log.ts'
import type { AgentAction } from '#/slices/agents/actions/action-view.ts'
import { executeHolderVoiceAction } from '#/slices/agents/actions/execute-holder-voice-action.ts'
import { runAction } from '#/slices/agents/agents.ts'
import { callApi, shareTestProduct, type TestProduct } from '../../harness.ts'
import { fromBrowser, newAction, storeAppointment, storeRequest } from '../../operation-cases.ts'
import { openVoiceWorld, type VoiceWorld } from '../../voice-world.ts'

let product: TestProduct
let world: VoiceWorld
before(async () => {
  product = await shareTestProduct('api', 'sandbox')
  world = await openVoiceWorld(product)
})
after(() => product?.stop())

const send = (action: object, headers: Record<string, string> = {}) =>
  fromBrowser(world, 'POST', '/voice/actions', action, { 'x-voice-tool': 'platform_action', ...headers })
const act = (operationId: string, input: object) => world.act(operationId, input)

test('a read answers names and counts, and no contact', async () => {
  await storeAppointment(product, world.holder)
  await storeRequest(world)
  const { status, result, mode, proposal, error, mayHaveApplied } = await act('listHolderAppointments', {
    pageSize: '3',
  })
  assert.deepEqual([status, mode, proposal, error, mayHaveApplied], ['succeeded', 'read', null, null, false])
  assert.deepEqual(Object.keys(result), ['count', 'items', 'nextPageToken', 'previousPageToken'])
  assert.equal(result.count, result.items.length)
  assert.equal(result.items[0].recipient.displayName, 'Sanne de Vries')
  for (const operationId of ['listHolderAppointments', 'listHolderRecipientRequests', 'listHolderIntegrations'])
    assert.doesNotMatch(JSON.stringify(await act(operationId, {})), /sanne@example\.com|\+316|Liever later/)
  const one = await act('getHolderAppointment', { appointmentId: result.items[0].id })
  assert.equal(one.result.recipient.email, 'sanne@example.com', 'who is asked for by name is told whole')
})

test('a read is the same call as that of REST: it leaves the same audit row, beside that of the action', async () => {
  const { id } = await storeAppointment(product, world.holder)
  const { body } = await send(newAction(world.session, 'getHolderAppointment', { appointmentId: id }))
  const direct = await fromBrowser(world, 'GET', `/appointments/${id}`)
  assert.deepEqual(body.data.result, direct.body.data)
  const rowsOf = async (requestId: string) => {
    const text = 'select action, actor_id, subjects from audit_event where request_id = $1 order by action'
    return (await product.operator.query(text, [requestId])).rows
  }
  const [outer, inner] = await rowsOf(body.requestId)
  const [own] = await rowsOf(direct.body.requestId)
  assert.deepEqual(inner, own)
  assert.equal(outer.action, 'executeHolderVoiceAction')
  assert.deepEqual(outer.subjects, inner.subjects)
})

test('the same actionRequestId gives the same answer; with other arguments it is refused', async () => {
  const action = newAction(world.session, 'listHolderAppointments', {})
  const first = await send(action)
  await storeAppointment(product, world.holder)
  const again = await send(action)
  assert.deepEqual(again.body.data, first.body.data)
  const other = await send({ ...action, argumentsJson: '{"pageSize":"1"}' })
  assert.deepEqual([other.status, other.body.error.code], [409, 'REQUEST_ID_REUSED'])
  // That is the id of the conversation, which goes on.
  assert.doesNotMatch(other.body.error.message, /clientRequestId/)
})

test('parallel actions with one id make one proposal', async () => {
  const { id: appointmentId } = await storeAppointment(product, world.holder)
  const action = newAction(world.session, 'cancelHolderAppointment', { appointmentId, reasonCode: 'other' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(action)))
  assert.equal(new Set(answers.map(({ body }) => body.data.proposal.proposalId)).size, 1)
  const count = 'select count(*)::int as made from voice_proposal where action_request_id = $1'
  assert.deepEqual((await product.operator.query(count, [action.actionRequestId])).rows, [{ made: 1 }])
})

test('a bad envelope is 400; bad arguments are an action that failed, and nothing is done', async () => {
  const good = newAction(world.session, 'listHolderAppointments', {})
  for (const wrong of [
    { ...good, argumentsJson: { pageSize: '1' } },
    { ...good, argumentsJson: ` {${' '.repeat(16_384)}}` },
    { ...good, actionRequestId: 'x' },
    { ...good, tenant: 'x' },
  ])
    assert.equal((await send(wrong)).status, 400)
  const refused = async (argumentsJson: string) => {
    const { status, body } = await send({ ...good, actionRequestId: randomUUID(), argumentsJson })
    assert.deepEqual(
      [status, body.data.status, body.data.result, body.data.mayHaveApplied],
      [200, 'failed', null, false],
    )
    return body.data.error.code
  }
  assert.equal(await refused('{"pageSize":"1","pageSize":"2"}'), 'MALFORMED_JSON')
  assert.equal(await refused(`{"query":${'['.repeat(80)}${']'.repeat(80)}}`), 'MALFORMED_JSON')
  assert.equal(await refused('"text"'), 'VALIDATION_FAILED')
  assert.equal(await refused('{"pageSize":"1000"}'), 'VALIDATION_FAILED')
  assert.equal(await refused(`{"platformHolderId":"${randomUUID()}"}`), 'UNKNOWN_FIELD')
})

test('what is no action is 404: keys, intake, recipients’ own things and voice control itself', async () => {
  for (const operationId of [
    'createApiKey',
    'submitHolderAppointmentIntake',
    'getRecipientProfile',
    'confirmHolderVoiceProposal',
    'executeHolderVoiceAction',
    'recordHolderAppointmentOutcome',
    'noSuchOperation',
  ]) {
    const { status, body } = await send(newAction(world.session, operationId, {}))
    assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'], operationId)
  }
})

test('another organization’s things and nobody’s are the same to an action', async () => {
  const stranger = await openVoiceWorld(product)
  const { id } = await storeAppointment(product, stranger.holder)
  const answers: unknown[] = []
  for (const appointmentId of [id, randomUUID(), 'not-one-of-ours'])
    for (const operationId of ['getHolderAppointment', 'updateHolderAppointment']) {
      const input = operationId.startsWith('get') ? { appointmentId } : { appointmentId, title: 'Mine' }
      const { status, error, proposal } = await act(operationId, input)
      answers.push([status, error.code, proposal])
    }
  assert.deepEqual(new Set(answers.map(String)).size, 1)
  assert.deepEqual(answers[0], ['failed', 'NOT_FOUND', null])
  const count = 'select count(*)::int as made from voice_proposal where stored_input @> $1'
  assert.deepEqual((await product.operator.query(count, [{ appointmentId: id }])).rows, [{ made: 0 }])
})

test('a company is looked up with the id of the action; neither search nor result is stored', async () => {
  const action = newAction(world.session, 'searchHolderCompanies', { search: { mode: 'kvk', kvk: '90006623' } })
  const { body } = await send(action)
  assert.equal(body.data.status, 'succeeded')
  const [{ primaryName }] = body.data.result.companies
  const { progress } = (await act('getHolderCompanyProgress', {})).result
  assert.equal(progress.requestId, action.actionRequestId)
  const again = (await send(action)).body.data
  assert.deepEqual([again.status, again.error.code], ['failed', 'COMPANY_LOOKUP_REPEATED'])
  const { rows } = await product.operator.query<{ row: string }>(
    'select to_jsonb(c)::text as row from client_request c where client_request_id = $1',
    [action.actionRequestId],
  )
  assert.ok(!rows.some(({ row }) => row.includes(primaryName)))
})

test('an API key and a recipient open no conversation and take no action', async () => {
  const url = `${product.baseUrl}/api/v1/platform-holders/${world.holder.id}/voice`
  const key = { authorization: `Bearer ${world.holder.apiKey}` }
  const recipient = { authorization: `Bearer ${world.recipient.apiKey}` }
  const body = { clientRequestId: randomUUID() }
  for (const [headers, code] of [
    [key, 'BROWSER_SESSION_REQUIRED'],
    [recipient, 'ROLE_FORBIDDEN'],
  ] as const)
    for (const [path, payload] of [
      ['sessions', body],
      ['actions', newAction(world.session, 'getHolderProfile', {})],
      [`proposals/${randomUUID()}/confirm`, { confirmed: true }],
    ] as const) {
      const answer = await callApi(`${url}/${path}`, 'POST', payload, headers)
      assert.deepEqual([answer.status, answer.body.error.code], [403, code], path)
    }
})

test('an agent that comes with a key reaches what the key’s scopes reach, and no further', async () => {
  const pool = openPool({
    databaseUrl: product.databaseUrl,
    role: 'tijdig_api',
    size: 2,
    onIdleError: (error) => assert.fail(error),
  })
  const { id: appointmentId } = await storeAppointment(product, world.holder)
  const asKey = async (scopes: readonly string[], operationId: string, input: object) => {
    const identity = {
      credentialId: randomUUID(),
      authentication: 'api_key' as const,
      actorId: world.holder.actorId,
      role: 'platform_holder_user' as const,
      platformHolderId: world.holder.id,
      recipientId: null,
      profileId: null,
      staffRole: 'owner' as const,
      locations: null,
      scopes,
    }
    const caller = {
      requestId: 'req_test',
      acceptLanguage: undefined,
      identity,
      now: await product.clock.now(),
    }
    const call = openCall(
      { pool, services: product.services, log: createLog('silent'), fairTurns: new FairTurns() },
      caller,
      false,
    )
    const request = { actionRequestId: randomUUID(), operationId, argumentsJson: JSON.stringify(input) }
    const { contract } = executeHolderVoiceAction
    const operation = { contract, handleInSteps: (ctx: StepsCtx) => runAction(ctx, request) }
    const { data } = await answer(call, operation, { params: {}, query: {}, body: undefined })
    const { status, error } = data as AgentAction
    return [status, error?.code ?? null]
  }
  const cancel = { appointmentId, reasonCode: 'other' }
  try {
    assert.deepEqual(await asKey([], 'listHolderAppointments', {}), ['failed', 'SCOPE_MISSING'])
    assert.deepEqual(await asKey(['appointments:read'], 'listHolderAppointments', {}), ['succeeded', null])
    assert.deepEqual(await asKey(['appointments:read'], 'cancelHolderAppointment', cancel), ['failed', 'SCOPE_MISSING'])
    // A proposal shows what it would change, so that it takes the right to read that too.
    assert.deepEqual(await asKey(['appointments:write'], 'cancelHolderAppointment', cancel), [
      'failed',
      'SCOPE_MISSING',
    ])
    const both = ['appointments:read', 'appointments:write']
    assert.deepEqual(await asKey(both, 'cancelHolderAppointment', cancel), ['proposal_created', null])
  } finally {
    await pool.end()
  }
})
