import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callApi, shareTestProduct, type TestProduct } from '../../harness.ts'

let product: TestProduct

before(async () => {
  product = await shareTestProduct('api')
})
after(() => product.stop())

test('a key of a recipient says who it is, belongs to no holder and opens nothing of a holder', async () => {
  const recipient = await product.createRecipient()
  const holder = await product.createHolder()
  const authorization = `Bearer ${recipient.apiKey}`
  const me = await callApi(`${product.baseUrl}/api/v1/me`, 'GET', undefined, { authorization })
  assert.equal(me.status, 200)
  const { role, recipientId, platformHolderId, authentication } = me.body.data
  assert.deepEqual(
    { role, recipientId, platformHolderId, authentication },
    { role: 'recipient', recipientId: recipient.id, platformHolderId: null, authentication: 'api_key' },
  )
  const foreign = await callApi(`${product.baseUrl}/api/v1/platform-holders/${holder.id}`, 'GET', undefined, {
    authorization,
  })
  assert.equal(foreign.body.error.code, 'ROLE_FORBIDDEN')
})
