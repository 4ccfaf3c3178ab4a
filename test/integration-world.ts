import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import { newId } from '#/kernel/ids.ts'
import { pressButton } from '#/providers/calendars/consent-for-tests.ts'
import type { TestHolder, TestProduct } from './harness.ts'

export type Provider = 'google_calendar' | 'microsoft_365' | 'caldav'

/** One item of a holder's catalogue. */
export async function readIntegration(holder: TestHolder, provider: Provider) {
  const { status, body } = await holder.call('GET', '/integrations')
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.items.find((item: { provider: string }) => item.provider === provider)
}

/** Starts an authorization with the holder's API key. @returns the page to send the owner to */
export async function startAuthorization(holder: TestHolder, provider: Provider): Promise<URL> {
  const { id } = await readIntegration(holder, provider)
  const { status, body } = await holder.call('POST', `/integrations/${id}/authorization`, {
    clientRequestId: randomUUID(),
  })
  assert.equal(status, 201, JSON.stringify(body))
  return new URL(body.data.authorizationUrl)
}

/** Signs a member of the holder's staff in without a code. @returns the headers their browser sends */
export async function staffOf(product: TestProduct, holder: TestHolder): Promise<{ cookie: string }> {
  const token = randomBytes(32).toString('base64url')
  await product.operator.query(
    `insert into staff_session (platform_holder_id, id, staff_member_id, token_sha256, expires_at)
     values ($1, $2, $3, $4, now() + interval '1 hour')`,
    [holder.id, newId(), holder.actorId, sha256(token)],
  )
  return { cookie: `tijdig_session=${token}` }
}

/** Follows the provider's redirect back to us, as the owner's browser does. */
export async function bringBack(answerUrl: URL, headers: Record<string, string> = {}) {
  const response = await fetch(answerUrl, { headers, redirect: 'manual' })
  return { status: response.status, text: await response.text() }
}

/**
 * Connects an account of a vendor's twin, one per holder, so that tests do not see each other's events.
 *
 * @returns the connected catalogue item, and the account for the twin's control routes
 */
export async function connectCalendar(
  product: TestProduct,
  holder: TestHolder,
  provider: 'google_calendar' | 'microsoft_365',
) {
  const account = `${holder.id}@praktijk.example`
  const answerUrl = await pressButton(await startAuthorization(holder, provider), { account })
  assert.ok(answerUrl.href.startsWith(`${product.baseUrl}/integrations/callback?`))
  const page = await bringBack(answerUrl, await staffOf(product, holder))
  assert.equal(page.status, 200, page.text)
  const integration = await readIntegration(holder, provider)
  assert.equal(integration.connection.status, 'connected', page.text)
  return { integration, account, answerUrl }
}
