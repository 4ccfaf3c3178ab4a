import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { destinationGuard } from '#/providers/destination-guard.ts'
import { agentDefinition, clientTools } from './agent-definition.ts'
import { elevenLabsVoice, type VoiceAgentOptions } from './elevenlabs.ts'
import { sandboxForTests, testAccount } from '#/sandbox/sandbox-for-tests.ts'

const guard = destinationGuard({ environment: 'test', allowedDestinations: [] })
const { apiKey, agentId, agentVersion } = testAccount.elevenlabs
const patience = () => AbortSignal.timeout(60_000)

async function twin(t: TestContext) {
  const sandbox = await sandboxForTests(t, { elevenlabs: { tools: clientTools, agent: agentDefinition } })
  const baseUrl = `${sandbox.url}/elevenlabs`
  const change = async (path: string, body: object, method = 'PATCH') => {
    const headers = { 'xi-api-key': apiKey, 'content-type': 'application/json' }
    const request: RequestInit = { method, headers, body: JSON.stringify(body) }
    const answer = await fetch(`${baseUrl}/v1/convai${path}`, request)
    assert.equal(answer.status, 200, await answer.clone().text())
    return JSON.parse(await answer.text())
  }
  return {
    sandbox,
    change,
    voice: (options: Partial<VoiceAgentOptions> = {}) =>
      elevenLabsVoice({ baseUrl, apiKey, agentId, agentVersion, guard, ...options }),
  }
}

/** A vendor that answers by path; null leaves a call unanswered. */
async function vendor(t: TestContext, answer: (path: string) => string | null) {
  const server = createServer((request, response) => {
    const body = answer(request.url ?? '')
    if (body !== null) response.setHeader('content-type', 'application/json').end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a conversation is opened with the pinned version, for a quarter of an hour, by a URL of the same host', async (t) => {
  const { sandbox, voice, change } = await twin(t)
  // A later version with bad settings changes nothing for the pinned one.
  await change(`/agents/${agentId}`, { platform_settings: { privacy: { record_voice: true } } })
  const before = Temporal.Now.instant()
  const opened = await voice().openConversation(patience())
  assert.ok(opened.kind === 'opened', JSON.stringify(opened))
  const url = new URL(opened.signedUrl)
  assert.equal(url.origin, sandbox.url.replace('http:', 'ws:'))
  assert.equal(url.searchParams.get('agent_id'), agentId)
  assert.match(url.searchParams.get('conversation_signature') ?? '', /^cvtkn_/)
  const minutes = before.until(opened.expiresAt).total('minutes')
  assert.ok(minutes > 14.9 && minutes < 15.1, String(minutes))
})

test('what is not configured is said, and no call is made', async () => {
  const nowhere = { baseUrl: 'http://127.0.0.1:1', guard }
  for (const options of [
    { apiKey: null, agentId, agentVersion },
    { apiKey, agentId: null, agentVersion },
  ]) {
    const voice = elevenLabsVoice({ ...nowhere, ...options })
    assert.equal(voice.agentVersion, null)
    assert.deepEqual(await voice.openConversation(patience()), { kind: 'not_configured' })
  }
  const unpinned = elevenLabsVoice({ ...nowhere, apiKey, agentId, agentVersion: null })
  assert.deepEqual(await unpinned.openConversation(patience()), { kind: 'agent_version_missing' })
})

test('a version, an agent or a key that the vendor does not know are told apart', async (t) => {
  const { voice } = await twin(t)
  const open = (options: Partial<VoiceAgentOptions>) => voice(options).openConversation(patience())
  assert.deepEqual(await open({ agentVersion: 'agtvrsn_gone' }), { kind: 'agent_version_missing' })
  assert.deepEqual(await open({ agentId: 'agent_gone' }), { kind: 'configuration_invalid', what: 'agent' })
  assert.deepEqual(await open({ apiKey: 'sk_wrong' }), { kind: 'configuration_invalid', what: 'api key' })
})

test('no host but the one in the European Union is called, and in production no machine of our own', async () => {
  const production = destinationGuard({ environment: 'production', allowedDestinations: [] })
  for (const [baseUrl, environment] of [
    ['https://api.elevenlabs.io', guard],
    ['https://api.us.elevenlabs.io', production],
    ['https://api.eu.residency.elevenlabs.io.example', production],
    ['https://api.eu.residency.elevenlabs.io:8443', production],
    ['https://127.0.0.1:1', production],
  ] as const) {
    const voice = elevenLabsVoice({ baseUrl, apiKey, agentId, agentVersion, guard: environment })
    assert.deepEqual(
      await voice.openConversation(patience()),
      { kind: 'configuration_invalid', what: 'region' },
      baseUrl,
    )
  }
})

test('an agent with another tool, one tool less, a recording, a term or an open door holds no conversation', async (t) => {
  const { voice, change } = await twin(t)
  const { id: foreign } = await change(
    '/tools',
    { tool_config: { type: 'client', name: 'confirm_proposal', description: 'x' } },
    'POST',
  )
  const prompt = (settings: object) => ({ conversation_config: { agent: { prompt: settings } } })
  const own = (await change(`/agents/${agentId}`, {})).conversation_config.agent.prompt.tool_ids
  const cases: readonly (readonly [object, string])[] = [
    [prompt({ tool_ids: [...own, foreign] }), 'tools'],
    [prompt({ tool_ids: own.slice(0, 1) }), 'tools'],
    [prompt({ tool_ids: [own[0], foreign] }), 'tools'],
    [prompt({ tools: [{ type: 'webhook', name: 'platform_action' }] }), 'tools'],
    [
      prompt({ built_in_tools: { transfer_to_number: { name: 'transfer_to_number' } } }),
      'conversation_config.agent.prompt.built_in_tools',
    ],
    [prompt({ mcp_server_ids: ['mcp_1'] }), 'conversation_config.agent.prompt.mcp_server_ids'],
    [{ workflow: { nodes: { call: { type: 'phone_number' } } } }, 'workflow'],
    [{ platform_settings: { auth: { enable_auth: false } } }, 'platform_settings.auth.enable_auth'],
    [{ platform_settings: { privacy: { record_voice: true } } }, 'platform_settings.privacy.record_voice'],
    [{ platform_settings: { privacy: { retention_days: -1 } } }, 'platform_settings.privacy.retention_days'],
    [
      { platform_settings: { workspace_overrides: { webhooks: { post_call_webhook_id: 'wh_1' } } } },
      'platform_settings.workspace_overrides.webhooks.post_call_webhook_id',
    ],
  ]
  for (const [settings, what] of cases) {
    const { agent_id: id } = await change('/agents/create', agentDefinition(own), 'POST')
    const { version_id: version } = await change(`/agents/${id}`, settings)
    const open = voice({ agentId: id, agentVersion: version }).openConversation(patience())
    assert.deepEqual(await open, { kind: 'configuration_invalid', what }, JSON.stringify(settings))
  }
})

test('each failure of the vendor is told, in time and without a secret', async (t) => {
  const { sandbox, voice } = await twin(t)
  const outcomes: [string, Partial<VoiceAgentOptions>, string][] = [
    ['error', {}, 'status 503'],
    ['refuse', {}, 'status 429'],
    ['blackhole', { timeoutMs: 150 }, 'TimeoutError'],
  ]
  for (const [mode, options, why] of outcomes) {
    await sandbox.post('/faults', { provider: 'elevenlabs', mode, count: 1 })
    assert.deepEqual(await voice(options).openConversation(patience()), { kind: 'unavailable', why }, mode)
  }
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const nowhere = voice({ baseUrl: `http://127.0.0.1:${(closed.address() as AddressInfo).port}` })
  await new Promise((resolve) => closed.close(resolve))
  assert.deepEqual(await nowhere.openConversation(patience()), { kind: 'unavailable', why: 'ECONNREFUSED' })
})

test('an answer that is no agent, or without end, is the failure of the vendor', async (t) => {
  const { voice } = await twin(t)
  const html = await vendor(t, () => '<html>')
  const endless = await vendor(t, () => JSON.stringify('x'.repeat(2 * 1024 * 1024)))
  assert.deepEqual(await voice({ baseUrl: html }).openConversation(patience()), {
    kind: 'unavailable',
    why: 'an answer that cannot be understood',
  })
  assert.deepEqual(await voice({ baseUrl: endless }).openConversation(patience()), {
    kind: 'unavailable',
    why: 'an answer that is too long',
  })
})

test('a signed URL of another host is refused, and stays unsaid', async (t) => {
  const { voice } = await twin(t)
  const agent = { ...agentDefinition([]), agent_id: agentId, version_id: agentVersion }
  const { prompt } = agent.conversation_config.agent
  const tools = ['platform_capabilities', 'platform_action'].map((name) => ({ type: 'client', name }))
  Object.assign(prompt, { tools })
  const elsewhere = await vendor(t, (path) =>
    JSON.stringify(
      path.includes('get-signed-url')
        ? { signed_url: 'wss://api.elevenlabs.io/v1/convai/conversation?conversation_signature=cvtkn_secret' }
        : agent,
    ),
  )
  assert.deepEqual(await voice({ baseUrl: elsewhere }).openConversation(patience()), {
    kind: 'configuration_invalid',
    what: 'region',
  })
})
