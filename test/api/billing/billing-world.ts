import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Client } from '#/kernel/postgres/db.ts'
import { callApi, eventually, type Answer, type TestHolder, type TestProduct } from '../../harness.ts'

/** A body of startHolderPaymentSetup. */
export const consent = (changes: object = {}) => ({ clientRequestId: randomUUID(), paymentConsent: true, ...changes })

export const start = (holder: TestHolder, body: object = consent()): Promise<Answer> =>
  holder.call('POST', '/billing/payment-setup', body)

/** Starts a set-up that must succeed. @returns the answer's data */
export async function started(holder: TestHolder) {
  const { status, body } = await start(holder)
  assert.equal(status, 201, JSON.stringify(body))
  return body.data as { setupId: string; redirectUrl: string; expiresAt: string; status: string }
}

export async function statusOf(holder: TestHolder) {
  const { status, body } = await holder.call('GET', '/billing/status')
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

export function untilStatus(holder: TestHolder, wanted: string) {
  return eventually(async () => {
    const data = await statusOf(holder)
    return data.status === wanted && data
  }, 20_000)
}

/** Presses a button of the checkout page as a browser does. @returns where the browser is sent */
export async function press(redirectUrl: string, action: string, method?: string): Promise<string> {
  const response = await fetch(redirectUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(redirectUrl).origin },
    body: new URLSearchParams({ action, ...(method && { method }) }),
  })
  assert.equal(response.status, 303, await response.text())
  return response.headers.get('location') ?? ''
}

/** What was created at a provider's twin for a holder. */
export async function madeAt(product: TestProduct, provider: 'mollie' | 'stripe', holder: TestHolder) {
  return (await callApi(`${product.sandboxUrl}/${provider}/calls?platformHolderId=${holder.id}`, 'GET')).body
}

export async function fault(product: TestProduct, provider: 'mollie' | 'stripe', mode: string, count?: number) {
  const { status } = await callApi(`${product.sandboxUrl}/faults`, 'POST', { provider, mode, ...(count && { count }) })
  assert.equal(status, 200)
}

/** Mollie's classic webhook. */
export const mollieWebhook = (baseUrl: string, id: string) =>
  fetch(`${baseUrl}/webhooks/payments/mollie`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Mollie HTTP client/1.0' },
    body: new URLSearchParams({ id }),
  })

/** Everything stored of a holder's billing, with the number of its audit rows by the provider. */
export async function storedBilling(product: TestProduct, holder: TestHolder) {
  const { rows } = await product.operator.query(
    `select to_jsonb(a) as account, s.id, s.state, s.mandate_status, s.failure_code,
            (select count(*) from audit_event e where e.platform_holder_id = $1 and e.action = 'paymentSetupEvent') as events
     from payment_setup s left join billing_account a using (platform_holder_id)
     where platform_holder_id = $1 order by s.id`,
    [holder.id],
  )
  return rows
}

/** Waits until no call to a provider, caused by a webhook or a check, is pending. */
export async function untilAsked(product: TestProduct): Promise<void> {
  const owner = new Client({ connectionString: product.databaseUrl })
  await owner.connect()
  try {
    await eventually(async () => {
      const { rows } = await owner.query<{ count: string }>(
        `select count(*) as count from graphile_worker.jobs where task_identifier = 'read-payment-setup'`,
      )
      return Number(rows[0]?.count) === 0
    }, 20_000)
  } finally {
    await owner.end()
  }
}
