import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { googleAuthorizer } from './google.ts'

const now = Temporal.Instant.from('2026-12-01T09:00:00Z')
const signal = () => AbortSignal.timeout(60_000)
const grant = { kind: 'oauth', accessToken: 'a', accessExpiresAt: now, refreshToken: 'r', scopes: [] } as const
const token = { access_token: 'b', token_type: 'Bearer' }

test('an answer that neither grants nor refuses is an outage, and costs nobody a connection', async (t) => {
  for (const body of [
    '{}',
    '[]',
    'null',
    '{"message":"maintenance"}',
    JSON.stringify({ ...token, access_token: '' }),
    '{"access_token":"b"}',
  ]) {
    const { authorizer, exchange } = await answering(t, 200, body)
    const refreshed = await authorizer.refresh(grant, now, signal())
    assert.deepEqual(refreshed, { outcome: 'unavailable', retryAfterSeconds: null }, body)
    assert.deepEqual(await exchange(), { outcome: 'refused' }, 'whoever connects can begin again')
  }
  const { authorizer } = await answering(t, 400, '{"error":"invalid_grant"}')
  assert.deepEqual(await authorizer.refresh(grant, now, signal()), { outcome: 'consent_revoked' })
})

test('however long a token is said to last, it is of use for whole seconds and at most a day', async (t) => {
  for (const [expiresIn, seconds] of [
    ['3599.5', 3_599],
    ['1e300', 86_400],
    ['3599', 3_599],
  ] as const) {
    const body = `{"access_token":"b","token_type":"Bearer","refresh_token":"r","expires_in":${expiresIn}}`
    const { authorizer, exchange } = await answering(t, 200, body)
    for (const answer of [await authorizer.refresh(grant, now, signal()), await exchange()]) {
      assert.ok(answer.outcome === 'granted', answer.outcome)
      assert.equal(answer.grant.accessExpiresAt.since(now).total('seconds'), seconds, expiresIn)
    }
  }
})

/** An authorizer whose vendor gives this answer. */
async function answering(t: TestContext, status: number, body: string) {
  const listening = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body),
  )
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  t.after(() => listening.close())
  const baseUrl = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  const authorizer = googleAuthorizer({ clientId: 'a', clientSecret: 'b', baseUrl })
  const answerUrl = new URL('http://127.0.0.1/integrations/callback?code=c&state=s')
  const answer = { answerUrl, state: 's', codeVerifier: 'v'.repeat(43), now }
  return { authorizer, exchange: () => authorizer.exchange(answer, signal()) }
}
