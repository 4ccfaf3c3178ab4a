import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { destinationGuard } from '#/providers/destination-guard.ts'
import { agentDefinition, clientTools } from './agent-definition.ts'
import { elevenLabsSetup, VoiceSetupError } from './elevenlabs-setup.ts'
import { elevenLabsVoice } from './elevenlabs.ts'
import { sandboxForTests, testAccount } from '#/sandbox/sandbox-for-tests.ts'

const guard = destinationGuard({ environment: 'test', allowedDestinations: [] })
const { apiKey, agentId } = testAccount.elevenlabs

type Workspace = NonNullable<NonNullable<Parameters<typeof sandboxForTests>[1]>['elevenlabs']>
const empty: Workspace = { tools: [], agent: () => ({ name: 'Somebody else' }) }
const complete: Workspace = { tools: clientTools, agent: agentDefinition }

async function workspace(t: TestContext, elevenlabs: Workspace, settings: { agentId?: string | null } = {}) {
  const sandbox = await sandboxForTests(t, { elevenlabs })
  const baseUrl = `${sandbox.url}/elevenlabs`
  const headers = { 'xi-api-key': apiKey, 'content-type': 'application/json' }
  const call = async (method: 'GET' | 'PATCH' | 'POST', path: string, body?: object) => {
    const request: RequestInit = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    return JSON.parse(await (await fetch(`${baseUrl}/v1/convai${path}`, request)).text())
  }
  const options = { baseUrl, apiKey, guard }
  return { baseUrl, call, sandbox, options, setup: elevenLabsSetup({ ...options, agentId: null, ...settings }) }
}

test('looking says what would be made and makes nothing', async (t) => {
  const { setup, call } = await workspace(t, empty)
  const before = [await call('GET', '/tools'), await call('GET', '/agents')]
  const { changes, agentId } = await setup.look()
  assert.deepEqual(
    changes.map(({ what, id }) => [what, id]),
    [
      ['tool platform_capabilities', null],
      ['tool platform_action', null],
      ['agent Tijdig', null],
    ],
  )
  assert.equal(agentId, null)
  assert.deepEqual([await call('GET', '/tools'), await call('GET', '/agents')], before)
})

test('what is set up is as it must be when it is read back, and conversations are held with it', async (t) => {
  const { setup, options, call } = await workspace(t, empty)
  const report = await setup.apply()
  assert.deepEqual([report.changes, report.byHand], [[], []])
  const voice = elevenLabsVoice({ ...options, agentId: report.agentId, agentVersion: report.agentVersion })
  assert.equal((await voice.openConversation(AbortSignal.timeout(60_000))).kind, 'opened')
  const agent = await call('GET', `/agents/${report.agentId}`)
  assert.deepEqual(agent.platform_settings.privacy, { record_voice: false, retention_days: 0 })
  assert.equal(agent.platform_settings.auth.enable_auth, true)
  assert.equal(agent.platform_settings.workspace_overrides.webhooks.post_call_webhook_id, null)
})

test('a second time nothing is changed, and no version is published', async (t) => {
  const { setup } = await workspace(t, empty)
  const first = await setup.apply()
  assert.deepEqual(await setup.apply(), first)
})

test('what was changed there is told setting by setting, and put right', async (t) => {
  const { setup, call } = await workspace(t, complete, { agentId })
  assert.deepEqual((await setup.look()).changes, [])
  const [action] = (await call('GET', '/tools?search=platform_action')).tools
  await call('PATCH', `/tools/${action.id}`, { tool_config: { ...action.tool_config, response_timeout_secs: 100 } })
  await call('PATCH', `/agents/${agentId}`, {
    conversation_config: {
      agent: { prompt: { built_in_tools: { transfer_to_number: { name: 'transfer_to_number' } } } },
    },
    platform_settings: { privacy: { record_voice: true } },
  })
  const { changes } = await setup.look()
  assert.deepEqual(
    changes.flatMap(({ differences }) => differences.map(({ path, is, mustBe }) => [path, is, mustBe])),
    [
      ['response_timeout_secs', 100, 20],
      ['conversation_config.agent.prompt.built_in_tools', { transfer_to_number: { name: 'transfer_to_number' } }, {}],
      ['platform_settings.privacy.record_voice', true, false],
    ],
  )
  const report = await setup.apply()
  assert.deepEqual(report.changes, [])
  assert.notEqual(report.agentVersion, testAccount.elevenlabs.agentVersion)
})

test('a workflow is for a person to remove', async (t) => {
  const { setup, call } = await workspace(t, complete, { agentId })
  await call('PATCH', `/agents/${agentId}`, { workflow: { nodes: { call: { type: 'phone_number' } } } })
  assert.match((await setup.apply()).byHand.join(), /has a workflow/)
})

test('whatever stands in the way is one sentence without a secret', async (t) => {
  const twice = await workspace(t, { ...complete, tools: [...clientTools, clientTools[1]] }, { agentId })
  const { options, sandbox } = await workspace(t, complete)
  const cases: [() => Promise<unknown>, RegExp][] = [
    [() => twice.setup.look(), /several client tools called platform_action/],
    [
      () => elevenLabsSetup({ ...options, agentId: 'agent_gone' }).look(),
      /does not know what GET \/agents\/agent_gone names/,
    ],
    [
      () => elevenLabsSetup({ ...options, apiKey: 'sk_wrong', agentId: null }).look(),
      /refuses TIJDIG_ELEVENLABS_API_KEY/,
    ],
    [
      () => elevenLabsSetup({ ...options, baseUrl: 'https://api.elevenlabs.io', agentId: null }).look(),
      /another host than the one in the European Union/,
    ],
  ]
  for (const [work, sentence] of cases)
    await assert.rejects(work, (error: Error) => {
      assert.ok(error instanceof VoiceSetupError)
      assert.match(error.message, sentence)
      assert.doesNotMatch(error.message, new RegExp(`${apiKey}|sk_wrong`))
      return true
    })
  await sandbox.post('/faults', { provider: 'elevenlabs', mode: 'error' })
  await assert.rejects(elevenLabsSetup({ ...options, agentId }).look(), /did not do GET .*: status 503/)
})
