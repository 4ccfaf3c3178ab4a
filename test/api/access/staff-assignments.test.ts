import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deactivateStaff, inviteStaff } from '#/slices/access/access.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { callApi, eventually, shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { send } from '../http-request.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct()
})
after(() => product?.stop())

/** Two organizations that one address works for, in the order of joining. */
async function twoAssignments(): Promise<{ first: TestHolder; second: TestHolder; email: string }> {
  const [first, second] = [await product.createHolder(), await product.createHolder()]
  await inTransaction(product.operator, { holder: null }, (tx) => inviteStaff(tx, second.id, first.staffEmail))
  return { first, second, email: first.staffEmail }
}

const post = (path: string, body: object) => send(product.baseUrl + path, { method: 'POST', body })
const exchange = (email: string, code: string, platformHolderId?: string) =>
  post('/auth/staff/session', { email, code, ...(platformHolderId ? { platformHolderId } : {}) })

async function codeFor(email: string): Promise<string> {
  assert.equal((await post('/auth/staff/code', { email })).status, 202)
  return eventually(async () => {
    const { body } = await callApi(`${product.sandboxUrl}/inbox/email?to=${encodeURIComponent(email)}`, 'GET')
    return /\b(\d{6})\b/.exec(body.items[0]?.text ?? '')?.[1]
  })
}

test('who works for two organizations is asked which, and the code stays good for the answer', async () => {
  const { first, second, email } = await twoAssignments()
  const code = await codeFor(email)
  const asked = await exchange(email, code)
  assert.equal(asked.status, 200)
  assert.equal(asked.headers['set-cookie'], undefined)
  assert.deepEqual(
    asked.body.data.organizations.map((each: { platformHolderId: string }) => each.platformHolderId),
    [first.id, second.id],
  )
  assert.ok(
    asked.body.data.organizations.every((each: { displayName: string }) => each.displayName.startsWith('Praktijk')),
  )
  const chosen = await exchange(email, code, second.id)
  assert.equal(chosen.status, 201)
  assert.equal(chosen.body.data.platformHolderId, second.id)
  assert.equal((await exchange(email, code, first.id)).status, 401, 'a code opens one session')
})

test('who left one organization and joined another gets a code and lands in the other', async () => {
  const { first, second, email } = await twoAssignments()
  await inTransaction(product.operator, { holder: null }, (tx) => deactivateStaff(tx, first.id, email))
  const code = await codeFor(email)
  const other = await exchange(email, code, first.id)
  assert.deepEqual([other.status, other.body.error.code], [403, 'ASSIGNMENT_INACTIVE'])
  const signedIn = await exchange(email, code)
  assert.deepEqual([signedIn.status, signedIn.body.data.platformHolderId], [201, second.id])
})

test('an organization the address does not work for is refused like one that does not exist', async () => {
  const { email } = await twoAssignments()
  const stranger = await product.createHolder()
  const code = await codeFor(email)
  const [foreign, unknown] = [await exchange(email, code, stranger.id), await exchange(email, code, newId())]
  assert.deepEqual([foreign.status, foreign.body.error], [unknown.status, unknown.body.error])
  assert.equal(foreign.status, 403)
})

test('a wrong code says nothing of organizations, and leaves an audit row when it is the first and when it burns the code', async () => {
  const { email } = await twoAssignments()
  const code = await codeFor(email)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const replies = []
  for (let tries = 0; tries < 7; tries += 1) replies.push(await exchange(email, wrong))
  assert.ok(replies.every((reply) => reply.status === 401 && reply.body.error.code === 'SIGN_IN_CODE_INVALID'))
  const { rows } = await product.operator.query<{ requestId: string }>(
    `select request_id from audit_event where action = 'staffSignInFailed' and request_id = any($1)`,
    [replies.map((reply) => reply.body.requestId)],
  )
  assert.deepEqual(
    rows.map((row) => row.requestId).toSorted(),
    [replies[0], replies[4]].map((reply) => reply?.body.requestId).toSorted(),
  )
})
