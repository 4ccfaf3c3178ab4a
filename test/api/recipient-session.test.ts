import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callApi, signInRecipient, signInRecipientBrowser, startTestProduct, type TestProduct } from '../harness.ts'
import { send } from './http-request.ts'

let product: TestProduct
before(async () => {
  product = await startTestProduct()
})
after(() => product?.stop())

let numbers = 0
/** A number of its own for each use; those that end in 7 are ordinary for the twins. */
const newNumber = () => `+316${21_000_007 + ++numbers * 1_010}`

const me = (token: string, at = product.baseUrl) =>
  send(`${at}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })

test('the access token of a linked profile opens the data API with the scopes of a recipient, and none for keys', async () => {
  const phoneNumberE164 = newNumber()
  const recipient = await product.createRecipient({ phoneNumberE164 })
  const token = await signInRecipient(product, phoneNumberE164)
  const { status, body } = await me(token)
  assert.equal(status, 200)
  assert.deepEqual(body.data, {
    actorId: recipient.id,
    role: 'recipient',
    platformHolderId: null,
    recipientId: recipient.id,
    scopes: product.services.scopes.recipient.filter((scope) => !scope.startsWith('api-keys:')),
    authentication: 'recipient_session',
  })
})

test('a browser session', async () => {
  const phoneNumberE164 = newNumber()
  const recipient = await product.createRecipient({ phoneNumberE164 })
  const cookie = await signInRecipientBrowser(product, phoneNumberE164)
  const { body } = await callApi(`${product.baseUrl}/api/v1/me`, 'GET', undefined, { cookie })
  assert.equal(body.data.recipientId, recipient.id)
})
