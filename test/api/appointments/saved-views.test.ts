import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApiKeyRow, deactivateStaff, inviteStaff } from '#/slices/access/access.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { callApi, shareTestProduct, type Answer, type TestProduct } from '../../harness.ts'
import { assertDocumented } from '../http/contract-document.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct('api')
})
after(() => product?.stop())

const unconfirmed = { confirmationStatus: 'unconfirmed' }
const result = ({ status, body }: Answer) => [status, body.error?.code]
const namesOf = ({ body }: Answer) => body.data.items.map(({ name }: { name: string }) => name)

test('a member of staff keeps filters under a name, replaces and deletes them', async () => {
  const holder = await product.createHolder()
  const stored = await holder.call('POST', '/saved-views', { name: 'To call', filters: unconfirmed })
  assertDocumented('storeHolderSavedView', stored.status, stored.body)
  const filters = { ...unconfirmed, locationId: 'main', locale: 'tr', status: 'registered' }
  const again = await holder.call('POST', '/saved-views', { name: 'To call', filters })
  assert.equal(again.body.data.id, stored.body.data.id)
  await holder.call('POST', '/saved-views', { name: 'Another', filters: unconfirmed })
  const list = await holder.call('GET', '/saved-views')
  assertDocumented('listHolderSavedViews', list.status, list.body)
  assert.deepEqual(namesOf(list), ['Another', 'To call'])
  assert.deepEqual(list.body.data.items[1].filters, filters)
  const path = `/saved-views/${stored.body.data.id}`
  assert.deepEqual(result(await holder.call('DELETE', path)), [200, undefined])
  assert.deepEqual(result(await holder.call('DELETE', path)), [404, 'NOT_FOUND'])
  assert.deepEqual(namesOf(await holder.call('GET', '/saved-views')), ['Another'])
})

test('a view has filters of ids and codes alone, and at least one', async () => {
  const holder = await product.createHolder()
  for (const filters of [{}, { query: 'Sanne' }, { status: 'anything' }, { from: '2026-11-24T00:00:00Z' }])
    assert.equal((await holder.call('POST', '/saved-views', { name: 'A', filters })).status, 400)
  assert.equal((await holder.call('POST', '/saved-views', { name: '', filters: unconfirmed })).status, 400)
})

test('nobody keeps more than twenty, also when they come at once', async () => {
  const holder = await product.createHolder()
  const store = (name: string) => holder.call('POST', '/saved-views', { name, filters: unconfirmed })
  const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => store(`View ${index}`)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 20)
  assert.deepEqual(result(await store('One more')), [409, 'STATE_CONFLICT'])
  const [first] = namesOf(await holder.call('GET', '/saved-views'))
  assert.equal((await store(first)).status, 200, 'one of them may still change')
})

test('views are seen by their owner alone, and erased when the owner leaves', async () => {
  const holder = await product.createHolder()
  const email = `colleague-${holder.id}@holder.example`
  const invite = () => inTransaction(product.operator, { holder: null }, (tx) => inviteStaff(tx, holder.id, email))
  const { id: actorId } = await invite()
  const scopes = product.services.scopes.platform_holder_user
  const keyOf = () =>
    inTransaction(product.operator, { holder: null }, (tx) =>
      createApiKeyRow(tx, { platformHolderId: holder.id, actorId, name: 'Test', scopes, days: 9 }),
    )
  const url = `${product.baseUrl}/api/v1/platform-holders/${holder.id}/saved-views`
  const asColleague = async (key: string, method: string, path = '', body?: object) =>
    callApi(`${url}${path}`, method, body, { authorization: `Bearer ${key}` })
  const key = await keyOf()
  const own = await holder.call('POST', '/saved-views', { name: 'Mine', filters: unconfirmed })
  await asColleague(key, 'POST', '', { name: 'Theirs', filters: unconfirmed })
  assert.deepEqual(namesOf(await asColleague(key, 'GET')), ['Theirs'])
  assert.deepEqual(namesOf(await holder.call('GET', '/saved-views')), ['Mine'])
  assert.deepEqual(result(await asColleague(key, 'DELETE', `/${own.body.data.id}`)), [404, 'NOT_FOUND'])
  await inTransaction(product.operator, { holder: null }, (tx) => deactivateStaff(tx, holder.id, email))
  await product.maintain()
  const { rows } = await product.operator.query('select name from saved_view where platform_holder_id = $1', [
    holder.id,
  ])
  assert.deepEqual(rows, [{ name: 'Mine' }])
})
