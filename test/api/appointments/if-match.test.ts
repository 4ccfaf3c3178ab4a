import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await shareTestProduct('api')
  holder = await product.createHolder()
})
after(() => product.stop())

test('If-Match on what has no version is not looked at', async () => {
  const { headers } = await holder.call('GET', '')
  assert.equal(headers.get('etag'), null)
  const changed = await holder.call('PATCH', '', { displayName: 'Praktijk De Beuk' }, { 'if-match': '"v7"' })
  assert.equal(changed.status, 200)
})

test('a stale If-Match is 412, a fitting one changes the resource, and a single read says its ETag', async () => {
  const read = await holder.call('GET', '/reminder-policy')
  assert.equal(read.headers.get('etag'), '"v1"')
  const change = (ifMatch: string, expectedVersion: number, shortNotice: boolean) =>
    holder.call('PATCH', '/reminder-policy', { expectedVersion, shortNotice }, { 'if-match': ifMatch })

  assert.equal((await change('"v1"', 1, false)).status, 200)
  const stale = await change('"v1"', 1, true)
  assert.equal(stale.status, 412)
  assert.equal(stale.body.error.code, 'PRECONDITION_FAILED')
  assert.equal(stale.body.error.details[0].currentVersion, 2)
  assert.equal((await change('"v3"', 2, true)).status, 412, 'the header and the body must name the same version')
  assert.equal((await change('*', 2, true)).status, 200)
  assert.equal((await change('"v1" , "x,y",W/"v7","v3"', 3, false)).status, 200, 'one of a list fits')
  for (const none of ['"v3", "v5"', 'W/"v4"', 'v4', '""']) assert.equal((await change(none, 4, true)).status, 412, none)
  assert.equal((await holder.call('GET', '/reminder-policy')).body.data.version, 4)
})
