import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Pool } from 'pg'
import { createLog } from '#/kernel/log.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { keyRing } from '#/kernel/secrets/key-ring.ts'
import { openWebhookWorld, insertEndpoint, type WebhookWorld } from '../../../../test/webhook-world.ts'
import { openSecrets, resealWebhookSecrets, sealSecret, type StoredSecret } from '#/slices/webhooks/webhooks.ts'

const named = (id: string, fill: number) => ({ id, key: Buffer.alloc(32, fill) })
const [old, next, lost] = [named('old', 1), named('next', 2), named('lost', 3)]
const [ofOld, ofBoth, ofNext] = [keyRing([old]), keyRing([next, old]), keyRing([next])]

describe('Secrets of webhooks that are told nothing', () => {
  let world: WebhookWorld
  let operator: Pool
  before(async () => {
    world = await openWebhookWorld()
    const onIdleError = (error: Error) => assert.fail(error)
    operator = openPool({ databaseUrl: world.url, role: 'tijdig_operator', size: 2, onIdleError })
  })
  after(async () => {
    await operator.end()
    await world.close()
  })

  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const reseal = () => resealWebhookSecrets(operator, ofBoth, log)
  const storedOf = async (id: string) => (await world.endpoint(id))['secrets'] as readonly StoredSecret[]
  const opened = async (id: string) => openSecrets(ofNext, id, await storedOf(id), Temporal.Now.instant())
  const url = 'https://hooks.example.com/'

  test('are encrypted under the new key, all of them and once, so that the old one can go', async () => {
    const holder = await world.createHolder()
    const idle: Awaited<ReturnType<typeof insertEndpoint>>[] = []
    while (idle.length < 130) idle.push(await insertEndpoint(world.owner, ofOld, holder, url))
    const renewed = await insertEndpoint(world.owner, ofBoth, holder, url)
    const kept = await storedOf(renewed.id)
    const deleted = await insertEndpoint(world.owner, ofOld, holder, url, { deleted_at: '2026-01-01', secrets: '[]' })
    // A secret that was replaced: the former is valid for a while, and one before that no more.
    const [first] = idle
    assert.ok(first)
    const [newest] = await storedOf(first.id)
    const former = { sealed: sealSecret(ofOld, first.id, 'whsec_Zm9ybWVy'), endsAt: '2100-01-01T00:00:00Z' }
    const ended = { sealed: sealSecret(ofOld, first.id, 'whsec_ZW5kZWQ='), endsAt: '2026-01-01T00:00:00Z' }
    const secrets = JSON.stringify([newest, former, ended])
    await world.owner.query('update webhook_endpoint set secrets = $2 where id = $1', [first.id, secrets])

    assert.equal(await reseal(), 130)
    assert.deepEqual(await opened(first.id), [first.secret, 'whsec_Zm9ybWVy'])
    for (const { id, secret } of idle.slice(1)) assert.deepEqual(await opened(id), [secret])
    assert.deepEqual(await storedOf(renewed.id), kept)
    assert.deepEqual(await storedOf(deleted.id), [])
    assert.equal(await reseal(), 0)
    assert.deepEqual(lines, [])
  })

  test('that cannot be read are logged by the id of their endpoint, and hold up no other', async () => {
    const holder = await world.createHolder()
    const gone = await insertEndpoint(world.owner, keyRing([lost]), holder, url)
    const readable = await insertEndpoint(world.owner, ofOld, holder, url)
    assert.equal(await reseal(), 1)
    assert.deepEqual(await opened(readable.id), [readable.secret])
    const logged = lines.map((line) => JSON.parse(line))
    assert.deepEqual(
      logged.map(({ level, webhookEndpointId }) => [level, webhookEndpointId]),
      [['error', gone.id]],
    )
    assert.ok(!lines.join().includes('whsec_'))
  })
})
