import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import type { Identity } from '#/kernel/context.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { createLog } from '#/kernel/log.ts'
import { none, operation } from '#/kernel/operation.ts'
import { FairTurns } from '#/kernel/flow/fair-turns.ts'
import { InHand } from '#/surfaces/rest/in-hand.ts'
import { RateLimiter } from '#/kernel/flow/rate-limit.ts'
import { strictObject } from '#/kernel/schema.ts'
import { serveOperations } from '#/surfaces/rest/rest.ts'
import { decorateRequests } from '#/surfaces/rest/request-state.ts'
import { startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await startTestProduct({ roles: [] })
  holder = await product.createHolder()
})
after(() => product?.stop())

const lock = 4_711

test('what a run touched that was rolled back is no subject of the audit row', async (t) => {
  const locker = await product.operator.connect()
  await locker.query('select pg_advisory_lock($1)', [lock])
  const touched: string[] = []
  const meetsLock = operation({
    operationId: 'meetsLock',
    method: 'POST',
    path: '/meets-lock',
    tag: 'Test',
    summary: 'Meets a lock',
    role: 'platform_holder_user',
    scope: null,
    auth: ['apiKey'],
    params: none,
    query: none,
    body: null,
    success: [200],
    data: strictObject({}),
    errors: [],
    example: { data: {} },
  }).handle(async (ctx) => {
    const id = newId()
    touched.push(id)
    ctx.touch(id)
    // Free for the second run.
    if (touched.length === 2) await locker.query('select pg_advisory_unlock($1)', [lock])
    const take = { name: '', text: 'select pg_advisory_xact_lock($1)', lockTimeoutMs: 50 }
    await ctx.tx.rows(take, [lock])
    return {}
  })
  const log = createLog('fatal', { write: () => undefined })
  const onIdleError = (error: Error) => assert.fail(error)
  const pool = openPool({ databaseUrl: product.databaseUrl, role: 'tijdig_api', size: 2, onIdleError })
  const identity: Identity = {
    credentialId: newId(),
    authentication: 'api_key',
    actorId: holder.actorId,
    role: 'platform_holder_user',
    platformHolderId: holder.id,
    recipientId: null,
    profileId: null,
    scopes: [],
    staffRole: 'owner',
    locations: null,
  }
  const app = Fastify({ genReqId: () => 'req_00000000000000000000000000004711' })
  t.after(async () => {
    await app.close()
    await pool.end()
    locker.release()
  })
  decorateRequests(app)
  serveOperations(app, {
    operations: [meetsLock],
    pool,
    standby: null,
    log,
    services: product.services,
    rateLimiter: new RateLimiter(pool),
    inHand: new InHand(),
    fairTurns: new FairTurns(),
    allowances: { default: 0, intake: 0 },
    authenticate: async () => ({ identity, now: Temporal.Now.instant() }),
  })
  const answer = await app.inject({ method: 'POST', url: '/api/v1/meets-lock' })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(touched.length, 2)
  const { rows } = await product.operator.query<{ subjects: string[] }>(
    `select subjects from audit_event where action = 'meetsLock'`,
  )
  assert.deepEqual(rows, [{ subjects: [touched[1]] }])
})
