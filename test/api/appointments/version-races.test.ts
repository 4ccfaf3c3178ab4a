import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { operations } from '#/app/operations.ts'
import type { Operation } from '#/kernel/operation.ts'
import { startTestProduct, type TestProduct } from '../../harness.ts'
import {
  callOperation,
  goodHeaders,
  openWorld,
  caseMakerOf,
  schemesOf,
  type OperationCase,
  type World,
} from '../../operation-cases.ts'
import type { Reply } from '../http-request.ts'

// Generated from the list of operations: a new one that takes `expectedVersion` is tested automatically.

const writers = 50

/** Operations for which it is not the version that lets one of many win. */
const exceptions: Readonly<Record<string, Expected>> = {
  // A request leaves the version of its appointment alone; an open one refuses the others.
  createRecipientCancellationRequest: { successes: 1, code: 'REQUEST_ALREADY_OPEN', rise: 0 },
  createRecipientRescheduleRequest: { successes: 1, code: 'REQUEST_ALREADY_OPEN', rise: 0 },
  createHolderDeletionRequest: { successes: 1, code: 'REQUEST_ALREADY_OPEN', rise: 0 },
  // Repeating it gives the same answer, and archives nothing twice.
  archiveHolderAppointmentType: { successes: writers, code: null, rise: 1 },
  // Whoever is confirmed by now is, whoever recorded it.
  // A call leaves the version of its appointment alone, unless somebody confirmed by it.
  recordHolderCall: { successes: 20, code: 'STATE_CONFLICT', rise: 1 },
  // The same lists are no change.
  updateHolderNetworks: { successes: writers, code: null, rise: 0 },
  confirmHolderAppointment: { successes: writers, code: null, rise: 1 },
  // A message leaves the version of its appointment alone; one on its way refuses the others.
  sendHolderAppointmentReminderAgain: { successes: 1, code: 'STATE_CONFLICT', rise: 0 },
}

type Expected = { readonly successes: number; readonly code: string | null; readonly rise: number }

const versioned = operations.filter(({ contract }) => hasProperty(contract.body, 'expectedVersion'))

let product: TestProduct
let world: World
before(async () => {
  product = await startTestProduct()
  world = await openWorld(product)
})
after(() => product?.stop())

test('operations of both roles take expectedVersion, and every exception is one of them', () => {
  const ids = new Set(versioned.map(({ contract }) => contract.operationId))
  assert.deepEqual([...new Set(versioned.map(({ contract }) => contract.role))].toSorted(), [
    'platform_holder_user',
    'recipient',
  ])
  assert.deepEqual(
    Object.keys(exceptions).filter((id) => !ids.has(id)),
    [],
  )
})

for (const operation of versioned) {
  const { operationId } = operation.contract
  const expected = exceptions[operationId] ?? { successes: 1, code: 'VERSION_CONFLICT', rise: 1 }
  const outcome = `${expected.successes} succeed and the version rises by ${expected.rise}`
  test(`${operationId}: of ${writers} at once with the same version ${outcome}`, () => assertRace(operation, expected))
  test(`${operationId} without expectedVersion is refused, and the resource stays as it was`, () =>
    assertRequiresVersion(operation))
}

async function assertRace(operation: Operation, { successes, code, rise }: Expected): Promise<void> {
  const operationCase = await caseOf(operation)
  const schemes = schemesOf(operation, world)
  const versionBefore = await readVersion(operation, operationCase)
  if (versionBefore !== null) assert.equal(versionBefore, operationCase.body?.['expectedVersion'])
  const replies = await Promise.all(
    Array.from({ length: writers }, (_, index) => {
      const body = { ...operationCase.body }
      if ('clientRequestId' in body) body['clientRequestId'] = randomUUID()
      return call(operation, { ...operationCase, body }, schemes[index % schemes.length] ?? '')
    }),
  )
  const won = replies.filter(({ status }) => operation.contract.success.includes(status))
  const lost = replies.filter((reply) => !won.includes(reply))
  assert.equal(won.length, successes, summaryOf(replies))
  assert.ok(
    lost.every(({ status, body }) => status === 409 && body.error.code === code),
    summaryOf(replies),
  )
  const expected = Number(operationCase.body?.['expectedVersion'])
  if (code === 'VERSION_CONFLICT')
    for (const { body } of lost) assert.equal(body.error.details[0].currentVersion, expected + 1)
  if (rise > 0) for (const { body } of won) assert.equal(body.data.version ?? expected + 1, expected + 1)
  if (versionBefore !== null) assert.equal(await readVersion(operation, operationCase), versionBefore + rise)
}

async function assertRequiresVersion(operation: Operation): Promise<void> {
  const operationCase = await caseOf(operation)
  const { expectedVersion: _, ...body } = operationCase.body ?? {}
  const version = await readVersion(operation, operationCase)
  for (const scheme of schemesOf(operation, world)) {
    const reply = await call(operation, { ...operationCase, body }, scheme)
    assert.equal(reply.status, 400, reply.text)
    assert.equal(reply.body.error.code, 'VALIDATION_FAILED')
    assert.ok(
      reply.body.error.details.some(
        (detail: { path: string; code: string }) => detail.path === 'expectedVersion' && detail.code === 'required',
      ),
      reply.text,
    )
  }
  assert.equal(await readVersion(operation, operationCase), version)
}

/** The version of the resource an operation changes, read at its path or above; null when only a list shows it. */
async function readVersion({ contract }: Operation, { params }: OperationCase): Promise<number | null> {
  const segments = contract.path.split('/')
  const paths = [0, 1, 2].map((above) => segments.slice(0, segments.length - above).join('/'))
  const read = paths
    .map((path) => operations.find((other) => other.contract.method === 'GET' && other.contract.path === path))
    .find((other) => other && hasProperty(other.contract.data, 'version'))
  if (!read) return null
  const reply = await call(read, { params }, schemesOf(read, world)[0] ?? '')
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data.version
}

function hasProperty(schema: unknown, name: string): boolean {
  return name in ((schema as { properties?: object } | null)?.properties ?? {})
}

function caseOf(operation: Operation): Promise<OperationCase> {
  const make = caseMakerOf(operation)
  assert.ok(make, `no case for ${operation.contract.operationId}`)
  return make(world)
}

function call(operation: Operation, operationCase: OperationCase, scheme: string): Promise<Reply> {
  return callOperation(product, operation, operationCase, goodHeaders(world, scheme, operation.contract.role))
}

/** Each answer with its count. */
function summaryOf(replies: readonly Reply[]): string {
  const counts = new Map<string, number>()
  for (const { status, body } of replies) {
    const answer = `${status} ${body.error?.code ?? ''}`
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return JSON.stringify(Object.fromEntries(counts))
}
