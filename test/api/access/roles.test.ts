import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { operations } from '#/app/operations.ts'
import type { StaffRole } from '#/kernel/context.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import type { Operation } from '#/kernel/operation.ts'
import { createApiKeyRow, inviteStaff } from '#/slices/access/access.ts'
import { staffRoles } from '#/slices/access/roles/roles.ts'
import { agentCatalogue } from '#/surfaces/agents/catalogue.ts'
import { connectAgent } from '../../agent.ts'
import { callApi, signIn, startTestProduct, type TestProduct } from '../../harness.ts'
import {
  callOperation,
  caseMakerOf,
  newAction,
  newAppointment,
  newIntake,
  openVoice,
  openWorld,
  storeAppointment,
  type OperationCase,
  type World,
} from '../../operation-cases.ts'
import { storedState, untilNothingIsOnItsWay } from '../appointments/stored-state.ts'

// What each role may do, for every operation of staff: by browser, key, agent and voice; and where.

/** The scopes of each role, as they were reviewed. */
const golden = JSON.parse(await readFile(new URL('../../golden/roles.json', import.meta.url), 'utf8')) as Record<
  StaffRole,
  readonly string[]
>
const ofStaff = operations.filter(({ contract }) => contract.role !== 'recipient' && contract.server === undefined)
const rolesOf = ({ contract: { scope, isOwnPreference } }: Operation) =>
  staffRoles.filter((role) => scope === null || isOwnPreference || golden[role].includes(scope))

type Member = { readonly email: string; readonly id: string; readonly key: string; readonly cookie: string }

let product: TestProduct
let world: World
const members = new Map<StaffRole, Member>()
const memberOf = (role: StaffRole) => members.get(role) ?? assert.fail(role)

before(async () => {
  product = await startTestProduct({
    env: { TIJDIG_RATE_LIMIT_PER_MINUTE: '1000000', TIJDIG_INTAKE_LIMIT_PER_MINUTE: '1000000' },
  })
  world = await openWorld(product)
  for (const role of staffRoles) members.set(role, await newMember(role))
})
after(() => product?.stop())

async function newMember(role: StaffRole, locationIds: readonly string[] = [], withUnassigned = false) {
  const { holder } = world
  const email = `${role}-${crypto.randomUUID()}@holder.example`
  const made = await inTransaction(product.operator, { holder: null }, async (tx) => {
    const { id } = await inviteStaff(tx, holder.id, email, role)
    const scopes = product.services.scopes.platform_holder_user
    return {
      id,
      key: await createApiKeyRow(tx, { platformHolderId: holder.id, actorId: id, name: role, scopes, days: 9 }),
    }
  })
  await product.operator.query('update staff_member set location_ids = $2, includes_unassigned = $3 where id = $1', [
    made.id,
    locationIds,
    withUnassigned,
  ])
  return { ...made, email, cookie: await signIn(product, email) }
}

const bySession = ({ cookie }: Member) => ({ cookie, origin: product.baseUrl, 'x-service-csrf': '1' })
const byKey = ({ key }: Member) => ({ authorization: `Bearer ${key}` })

test('roles have the scopes that were reviewed', () => assert.deepEqual(product.services.staffScopes, golden))

for (const role of staffRoles) {
  test(`${role}: whatever else is asked for is refused, by browser and by key, and nothing is written`, async () => {
    await untilNothingIsOnItsWay(product.operator)
    const before = await storedState(product.operator, ['audit_event'])
    for (const operation of ofStaff) {
      const { contract } = operation
      const schemes = [
        ...(contract.auth.includes('browserSession') ? [bySession(memberOf(role))] : []),
        ...(contract.auth.includes('apiKey') ? [byKey(memberOf(role))] : []),
      ]
      const { params } = contract.example
      // A wait for events is one of what may be left out.
      const needed = (contract.query as { readonly required?: readonly string[] }).required ?? []
      const query = needed.length > 0 ? contract.example.query : {}
      // Refused for its body by whoever may call it.
      const body = contract.body ? { unknown: true } : undefined
      const call = { params: { ...params, platformHolderId: world.holder.id }, query, body } as OperationCase
      for (const headers of schemes) {
        const reply = await callOperation(product, operation, call, headers)
        const isKey = 'authorization' in headers
        const may = rolesOf(operation).includes(role) && !(isKey && contract.isOwnPreference && !holds(role, contract))
        const name = `${contract.operationId} ${isKey ? 'key' : 'session'}: ${reply.text.slice(0, 200)}`
        assert.equal(reply.status === 403 && reply.body.error.code === 'SCOPE_MISSING', !may, name)
      }
    }
    await untilNothingIsOnItsWay(product.operator)
    assert.deepEqual(await storedState(product.operator, ['audit_event', ...movesByItself]), without(before))
  })

  test(`${role}: an agent sees the tools of the role alone, and voice does no more`, async () => {
    const { key, cookie } = memberOf(role)
    const actions = [...agentCatalogue(operations).values()]
    const within = actions.filter(({ operation, reader }) =>
      [operation, reader].every((one) => one === null || holds(role, one.contract)),
    )
    const agent = await connectAgent(product.baseUrl, key)
    const { tools } = await agent.client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      within.map(({ operationId }) => operationId),
    )
    await agent.close()
    const own = { ...world, cookie }
    const conversation = await openVoice(own)
    for (const action of actions.filter((one) => !within.includes(one) && !one.operation.contract.isOwnPreference)) {
      const { body } = await callApi(
        `${product.baseUrl}/api/v1/platform-holders/${world.holder.id}/voice/actions`,
        'POST',
        newAction(conversation, action.operationId, exampleInput(action.operation)),
        bySession(memberOf(role)),
      )
      assert.equal(body.data?.error?.code, 'SCOPE_MISSING', `${action.operationId}: ${JSON.stringify(body)}`)
    }
  })
}

// The first read of the feed opens it.
const movesByItself = ['event_stream', 'staff_session', 'api_key', 'worker_heartbeat', 'rate_window', 'request_log']

function without(state: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(state).filter(([table]) => !movesByItself.includes(table)))
}

function holds(role: StaffRole, { scope }: Operation['contract']): boolean {
  return scope === null || product.services.staffScopes[role].includes(scope)
}

function exampleInput({ contract: { example } }: Operation): object {
  const { platformHolderId: _, ...params } = { platformHolderId: '', ...example.params }
  return { ...params, ...example.query, ...(example.body as object | undefined) }
}

test('a role that is taken away is gone with the next request, from the session and from the keys made before', async () => {
  const member = await newMember('owner')
  const scopes = async (headers: Record<string, string>) => {
    const { body } = await callApi(`${product.baseUrl}/api/v1/me`, 'GET', undefined, headers)
    return [body.data.staffRole, body.data.scopes]
  }
  const all = product.services.scopes.platform_holder_user
  assert.deepEqual(await scopes(bySession(member)), ['owner', all])
  assert.deepEqual(await scopes(byKey(member)), ['owner', all])
  await product.operator.query(`update staff_member set role = 'viewer' where id = $1`, [member.id])
  const { viewer } = product.services.staffScopes
  assert.deepEqual(await scopes(bySession(member)), ['viewer', viewer])
  assert.deepEqual(await scopes(byKey(member)), ['viewer', viewer])
})

test('a member of staff makes keys with their own rights and no others', async () => {
  const ask = (role: StaffRole, body: object) =>
    callApi(
      `${product.baseUrl}/api/v1/api-keys`,
      'POST',
      { name: 'Own', expiresAt: later, ...body },
      bySession(memberOf(role)),
    )
  const later = (await product.clock.now()).add({ hours: 24 }).toString()
  const full = await ask('viewer', { kind: 'full' })
  const { viewer } = product.services.staffScopes
  const ofKeys = product.services.keyScopes.platform_holder_user
  assert.deepEqual(
    full.body.data.key.scopes,
    viewer.filter((scope) => ofKeys.includes(scope)),
  )
  const more = await ask('viewer', { kind: 'restricted', scopes: ['appointments:read', 'appointments:write'] })
  assert.equal(more.status, 400)
  assert.deepEqual(
    more.body.error.details.map(({ path }: { path: string }) => path),
    ['scopes.1'],
  )
})

describe('at a location', () => {
  const secret = 'Zzyzx Verborgen'
  const here = 'main'
  let scheduler: Member
  let withUnassigned: Member
  before(async () => {
    scheduler = await newMember('scheduler', [here])
    withUnassigned = await newMember('scheduler', [here], true)
    const place = { personCount: 1, roomCount: 1 }
    const locations = [here, 'elsewhere'].map((id) => ({ id, name: id, ...place }))
    assert.equal((await world.holder.call('PATCH', '', { schedulingSetup: { locations } })).status, 200)
    const elsewhere = await newIntake(product, { locationId: 'elsewhere', recipient: personOf(secret) })
    assert.equal((await world.holder.call('POST', '/appointments/intake', elsewhere)).status, 201)
    const own = await newIntake(product, { locationId: here, recipient: personOf('Hier Zichtbaar') })
    assert.equal((await world.holder.call('POST', '/appointments/intake', own)).status, 201)
  })
  const personOf = (displayName: string) => ({ displayName, email: 'zz@example.com', phoneNumberE164: '+31612349876' })

  // Of an appointment or a person, by what their path names. The cases make appointments without a location.
  const named = ['appointmentId', 'personId', 'requestId', 'replyId']
  const byName = ofStaff.filter(
    (operation) =>
      rolesOf(operation).includes('scheduler') &&
      named.some((name) => name in operation.contract.params.properties) &&
      operation.contract.auth.includes('browserSession'),
  )
  for (const operation of byName) {
    test(`${operation.contract.operationId}: what is elsewhere is not there, and stays as it is`, async () => {
      const make = caseMakerOf(operation) ?? assert.fail('no case')
      const call = await make(world)
      const foreign = await callOperation(product, operation, call, bySession(scheduler))
      assert.equal(foreign.status, 404, foreign.text)
      assert.equal(foreign.body.error.code, 'NOT_FOUND')
      const known = await callOperation(product, operation, call, bySession(withUnassigned))
      assert.ok(operation.contract.success.includes(known.status), known.text)
    })
  }

  const lists = ofStaff.filter(
    (operation) =>
      rolesOf(operation).includes('scheduler') &&
      (operation.contract.method === 'GET' || operation.contract.isReadOnly) &&
      !operation.contract.isOfAllLocations &&
      !named.some((name) => name in operation.contract.params.properties) &&
      operation.contract.scope !== null,
  )
  test('no list, search or count tells of what is elsewhere', async () => {
    for (const operation of byName) await caseMakerOf(operation)?.(world)
    for (const operation of lists) {
      const make = caseMakerOf(operation) ?? assert.fail(operation.contract.operationId)
      const { body, query, params } = await make(world)
      for (const text of [secret, '+31612345678', '0612345678', 'Sanne de Vries']) {
        const search = { ...query, ...('query' in operation.contract.query.properties ? { query: text } : {}) }
        const reply = await callOperation(
          product,
          operation,
          { params, query: search, ...(body === undefined ? {} : { body }) },
          bySession(scheduler),
        )
        assert.ok(reply.status < 300, `${operation.contract.operationId}: ${reply.text}`)
        assert.doesNotMatch(reply.text, /Zzyzx|Sanne de Vries|31612345678/, operation.contract.operationId)
      }
    }
    const { body } = await callApi(
      `${product.baseUrl}/api/v1/platform-holders/${world.holder.id}/appointments?pageSize=100`,
      'GET',
      undefined,
      bySession(scheduler),
    )
    assert.deepEqual(
      body.data.items.map((item: { recipient: { displayName: string } }) => item.recipient.displayName),
      ['Hier Zichtbaar'],
    )
  })

  test('what says something of all appointments is refused', async () => {
    for (const operation of ofStaff.filter(({ contract }) => contract.isOfAllLocations)) {
      const call = await (caseMakerOf(operation) ?? assert.fail())(world)
      for (const headers of [bySession(scheduler), byKey(scheduler)]) {
        const reply = await callOperation(product, operation, call, headers)
        assert.equal(reply.body.error?.code, 'SCOPE_MISSING', reply.text)
      }
      const reply = await callOperation(product, operation, call, bySession(memberOf('scheduler')))
      assert.ok(reply.status < 300, reply.text)
    }
  })

  test('appointments are made and moved at their own location, and at no other', async () => {
    const create = async (locationId: string | undefined) =>
      callApi(
        `${product.baseUrl}/api/v1/platform-holders/${world.holder.id}/appointments`,
        'POST',
        await newAppointment(product, { ...(locationId ? { locationId } : {}), recipient: personOf('Zelf Gemaakt') }),
        bySession(scheduler),
      )
    const made = await create(here)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const before = await storedState(product.operator, ['audit_event', ...movesByItself])
    for (const locationId of ['elsewhere', undefined]) {
      const { status, body } = await create(locationId)
      assert.equal(status, 400, JSON.stringify(body))
      assert.deepEqual([body.error.details[0].path, body.error.details[0].code], ['locationId', 'not_allowed'])
    }
    const moved = await callApi(
      `${product.baseUrl}/api/v1/platform-holders/${world.holder.id}/appointments/${made.body.data.id}`,
      'PATCH',
      { expectedVersion: made.body.data.version, locationId: 'elsewhere' },
      bySession(scheduler),
    )
    assert.equal(moved.status, 400, JSON.stringify(moved.body))
    assert.deepEqual(await storedState(product.operator, ['audit_event', ...movesByItself]), before)
  })

  test('a number that is known elsewhere gets its appointment here like any other', async () => {
    await storeAppointment(product, world.holder, 240, {
      recipient: personOf('Overal Bekend'),
      locationId: 'elsewhere',
    })
    const { status, body } = await callApi(
      `${product.baseUrl}/api/v1/platform-holders/${world.holder.id}/appointments`,
      'POST',
      await newAppointment(product, { locationId: here, recipient: personOf('Overal Bekend') }),
      bySession(scheduler),
    )
    assert.equal(status, 201, JSON.stringify(body))
  })
})
