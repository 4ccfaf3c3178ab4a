import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { callApi, eventually } from '../../harness.ts'
import { freePorts } from '../../postgres.ts'
import { endOf, startServe } from '../processes.ts'
import { startWorld } from '../world.ts'

test('a look-up whose process was killed stalls and times out for whoever asks, and a new one may begin', async (t) => {
  const { product, holder, processEnv } = await startWorld(t)
  const [port = 0] = await freePorts(1)
  const env = processEnv({ TIJDIG_PORT: String(port) })
  const api = await startServe(t, { args: ['--roles', 'api'], env })
  await callApi(`${product.sandboxUrl}/faults`, 'POST', { provider: 'dnb', mode: 'blackhole' })
  const url = `http://127.0.0.1:${port}/api/v1/platform-holders/${holder.id}/companies/search`
  const begin = (requestId: string) => ({ requestId, search: { mode: 'kvk', kvk: '90006623' } })
  const requestId = randomUUID()
  const cutOff = callApi(url, 'POST', begin(requestId), { authorization: `Bearer ${holder.apiKey}` }).then(
    () => 'answered',
    () => 'cut off',
  )
  const progress = async () => (await holder.call('GET', '/companies/progress')).body.data.progress
  await eventually(async () => (await progress())?.status === 'running')
  await api.kill()
  assert.equal(await cutOff, 'cut off')

  await product.clock.advance('PT20S')
  assert.equal((await progress()).status, 'stalled')
  await product.clock.advance('PT10S')
  const { status, errorCode, requestId: shown } = await progress()
  assert.deepEqual([status, errorCode, shown], ['timed_out', 'PROVIDER_TIMEOUT', requestId])
  await callApi(`${product.sandboxUrl}/faults`, 'POST', { provider: 'dnb', mode: 'none' })
  assert.equal((await holder.call('POST', '/companies/search', begin(requestId))).status, 429)
  assert.equal((await holder.call('POST', '/companies/search', begin(randomUUID()))).status, 200)
})

test('a process that is told to stop does not wait for a silent register', async (t) => {
  const { product, holder, processEnv } = await startWorld(t)
  const [port = 0] = await freePorts(1)
  const api = await startServe(t, {
    args: ['--roles', 'api'],
    env: processEnv({ TIJDIG_PORT: String(port) }),
  })
  await callApi(`${product.sandboxUrl}/faults`, 'POST', { provider: 'dnb', mode: 'blackhole' })
  const url = `http://127.0.0.1:${port}/api/v1/platform-holders/${holder.id}/companies/411000006`
  const lookup = callApi(url, 'POST', { requestId: randomUUID() }, { authorization: `Bearer ${holder.apiKey}` })
  const progress = async () => (await holder.call('GET', '/companies/progress')).body.data.progress
  await eventually(async () => (await progress())?.status === 'running')
  api.signal('SIGTERM')
  const ending = await endOf(api, 10_000)
  assert.equal(ending.code, 0, api.output())
  assert.equal((await lookup).status, 503)
  assert.equal((await progress()).status, 'failed')
})
