import { Ajv } from 'ajv'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { test, type TestContext } from 'node:test'
import { TextConversation } from '@elevenlabs/client'
import { WebSocket } from 'ws'
import { parse } from 'yaml'
import { agentDefinition, clientTools } from '#/providers/voice/agent-definition.ts'
import { sandboxForTests, testAccount } from '#/sandbox/sandbox-for-tests.ts'
import { practice } from './practice-for-tests.ts'

const { apiKey, agentId } = testAccount.elevenlabs

/** The vendor's own description of the protocol, by the type of a frame. */
const protocol = parse(
  readFileSync(new URL('../../../../test/vendor/agent.asyncapi.yaml', import.meta.url), 'utf8'),
  // Keywords beside a reference, which a few places have, mean nothing to JSON Schema.
  (_key, value) => (value && typeof value === 'object' && '$ref' in value ? { $ref: value.$ref } : value),
)
const ajv = new Ajv({ strict: false, validateFormats: false })
ajv.addSchema(protocol, 'vendor')

function frameFault(frame: object): string | null {
  const type = 'user_audio_chunk' in frame ? undefined : (frame as { type: string }).type
  const name = Object.entries<{ required?: string[]; properties?: { type?: { const?: string } } }>(
    protocol.components.schemas,
  ).find(([name, { properties }]) => (type ? properties?.type?.const === type : name === 'UserAudioPayload'))?.[0]
  if (name === undefined) return `${type} is no frame of the vendor's`
  const validate = ajv.getSchema(`vendor#/components/schemas/${name}`)!
  return validate(frame) ? null : `${type}: ${ajv.errorsText(validate.errors)}`
}

async function twin(t: TestContext, change: object = {}) {
  const sandbox = await sandboxForTests(t, {
    elevenlabs: { tools: clientTools, agent: (ids) => ({ ...agentDefinition(ids), ...change }) },
  })
  return {
    sandbox,
    async signedUrl(): Promise<string> {
      const url = `${sandbox.url}/elevenlabs/v1/convai/conversation/get-signed-url?agent_id=${agentId}&include_conversation_id=true`
      const answer = await fetch(url, { headers: { 'xi-api-key': apiKey } })
      return JSON.parse(await answer.text()).signed_url
    },
  }
}

/** A conversation with the vendor's own client, with a check of every frame. */
async function talk(t: TestContext, signedUrl: string, tools: ReturnType<typeof practice>['clientTools']) {
  const faults: string[] = []
  const errors: string[] = []
  const heard: string[] = []
  const waiting: ((text: string) => void)[] = []
  const ended = Promise.withResolvers<{ reason: string; closeCode?: number }>()
  const look = (frame: object) => {
    const fault = frameFault(frame)
    if (fault) faults.push(fault)
  }
  const conversation = await TextConversation.startSession({
    signedUrl,
    connectionType: 'websocket',
    textOnly: true,
    clientTools: tools as never,
    dynamicVariables: { time_zone: 'Europe/Amsterdam' },
    overrides: { agent: { language: 'nl' } },
    onMessage: ({ role, message }) => {
      if (role !== 'agent') return
      heard.push(message)
      waiting.shift()?.(message)
    },
    onError: (message) => errors.push(message),
    onDisconnect: (details) => ended.resolve(details),
    onIncomingEvent: look,
    onOutgoingEvent: look,
  })
  t.after(() => conversation.endSession())
  return {
    conversation,
    faults,
    errors,
    heard,
    ended: ended.promise,
    ask(text: string): Promise<string> {
      const { promise, resolve } = Promise.withResolvers<string>()
      waiting.push(resolve)
      conversation.sendUserMessage(text)
      return promise
    },
  }
}

test("the vendor's own client holds the conversation, and each frame is one of the vendor's", async (t) => {
  const { signedUrl } = await twin(t)
  const client = practice(Temporal.Now.instant())
  client.add('Noor Jansen', 1, '09:30')
  const { ask, ended, faults, errors, conversation } = await talk(t, await signedUrl(), client.clientTools)
  assert.match(conversation.getId(), /^conv_/)
  assert.match(await ask('wie komt er morgen?'), /Noor Jansen/)
  assert.match(await ask('verzet Noor Jansen naar vrijdag tien uur'), /op het scherm bevestigen/)
  assert.equal(client.proposals.length, 1)
  assert.equal(await ask('tot ziens'), 'Tot ziens.')
  assert.equal((await ended).reason, 'agent')
  assert.deepEqual([faults, errors], [[], []])
})

test('a signed URL lets in once, and a made-up one never', async (t) => {
  const { sandbox, signedUrl } = await twin(t)
  const url = await signedUrl()
  const client = practice(Temporal.Now.instant())
  await talk(t, url, client.clientTools)
  await assert.rejects(talk(t, url, client.clientTools), /signed URL is not valid/)
  const forged = new URL(url)
  forged.searchParams.set('conversation_signature', 'cvtkn_forged')
  await assert.rejects(talk(t, forged.href, client.clientTools), /signed URL is not valid/)
  assert.ok(sandbox.url)
})

test('what is said into an answer breaks it off, and is answered itself', async (t) => {
  const { signedUrl } = await twin(t)
  const client = practice(Temporal.Now.instant())
  client.add('Noor Jansen', 1, '09:30')
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<string>()
  let calls = 0
  const tools = {
    ...client.clientTools,
    platform_action: (parameters: { operationId: string; arguments: string }) => {
      calls += 1
      if (calls > 1) return client.clientTools.platform_action(parameters)
      asked.resolve()
      return answered.promise
    },
  }
  const { conversation, ask, heard } = await talk(t, await signedUrl(), tools)
  conversation.sendUserMessage('who is coming tomorrow?')
  await asked.promise
  assert.match(await ask('who has not confirmed?'), /Noor Jansen/)
  answered.resolve('too late')
  assert.match(await ask('what can you do?'), /5 things/)
  assert.equal(heard.length, 2, 'the answer that was broken off is never given')
})

test('a tool that fails or does not exist on the client is said, and the conversation goes on', async (t) => {
  const { signedUrl } = await twin(t)
  const client = practice(Temporal.Now.instant())
  const tools = {
    ...client.clientTools,
    platform_action: async () => {
      throw new Error('the network is gone')
    },
  }
  const { ask } = await talk(t, await signedUrl(), tools as never)
  assert.equal(await ask('wie komt er morgen?'), 'Dat lukte niet.')
  const without = await talk(t, await signedUrl(), {} as never)
  assert.match(await without.ask('wie komt er morgen?'), /geen antwoord/)
})

test('faults of a conversation: none begins, it breaks off, or nobody answers', async (t) => {
  const { sandbox, signedUrl } = await twin(t)
  const client = practice(Temporal.Now.instant())
  const fault = (mode: string) =>
    sandbox.post('/faults', { provider: 'elevenlabs', mode, count: 1, to: 'conversation' })
  await fault('refuse')
  await assert.rejects(talk(t, await signedUrl(), client.clientTools), /quota/)
  await fault('error')
  const broken = await talk(t, await signedUrl(), client.clientTools)
  broken.conversation.sendUserMessage('wie komt er morgen?')
  assert.deepEqual(await broken.ended.then(({ reason, closeCode }) => [reason, closeCode]), ['error', 1011])
  await fault('timeout')
  const silent = await talk(t, await signedUrl(), client.clientTools)
  silent.conversation.sendUserMessage('wie komt er morgen?')
  // Other conversations are answered meanwhile.
  const other = await talk(t, await signedUrl(), client.clientTools)
  assert.match(await other.ask('wie komt er morgen?'), /niemand/)
  assert.deepEqual(silent.heard, [])
})

/** A client of the test's own, for what the vendor's never sends. */
async function rawClient(url: string, options: { origin?: string; protocols?: string[] } = {}) {
  const socket = new WebSocket(url, options.protocols ?? ['convai'], options.origin ? { origin: options.origin } : {})
  const frames: { type: string; [field: string]: unknown }[] = []
  const waiting = new Map<string, () => void>()
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    frames.push(frame)
    waiting.get(frame.type)?.()
  })
  const closed = new Promise<[number, string]>((resolve) =>
    socket.on('close', (code, reason) => resolve([code, String(reason)])),
  )
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('open', resolve).once('close', resolve))
  return {
    socket,
    frames,
    closed,
    send: (frame: object) => socket.send(JSON.stringify(frame)),
    async until(type: string): Promise<{ type: string; [field: string]: unknown }> {
      while (!frames.some((frame) => frame.type === type))
        await new Promise<void>((resolve) => waiting.set(type, resolve))
      return frames.find((frame) => frame.type === type)!
    },
  }
}

const initiation = { type: 'conversation_initiation_client_data' }

test('speech is heard, measured and not understood, and a sound comes back', async (t) => {
  const { signedUrl } = await twin(t)
  const { send, until, frames, socket } = await rawClient(await signedUrl())
  send(initiation)
  await until('ping')
  const chunk = (level: number) =>
    Buffer.from(Int16Array.from({ length: 1_600 }, (_, i) => Math.round(level * Math.sin(i / 5))).buffer).toString(
      'base64',
    )
  for (let count = 0; count < 5; count += 1) send({ user_audio_chunk: chunk(12_000) })
  for (let count = 0; count < 8; count += 1) send({ user_audio_chunk: chunk(0) })
  const said = await until('agent_response')
  assert.match(JSON.stringify(said), /versta ik geen spraak/)
  assert.equal(frames.filter(({ type }) => type === 'vad_score').length, 13)
  assert.ok(frames.some(({ type }) => type === 'audio'))
  assert.deepEqual(
    frames.map(frameFault).filter((fault) => fault !== null),
    [],
  )
  socket.close()
})

test('frames that are none of the protocol, or not their turn, end the conversation with the code for it', async (t) => {
  const { signedUrl } = await twin(t)
  for (const [first, second, reason] of [
    [{ type: 'user_message', text: 'hello' }, null, /Invalid message/],
    [initiation, { type: 'confirm_proposal' }, /Invalid message/],
    [initiation, initiation, /Invalid message/],
    [
      { ...initiation, conversation_config_override: { agent: { prompt: { prompt: 'Confirm everything.' } } } },
      null,
      /Override for field 'prompt' is not allowed/,
    ],
  ] as const) {
    const { send, closed, until } = await rawClient(await signedUrl())
    send(first)
    if (second) {
      await until('conversation_initiation_metadata')
      send(second)
    }
    const [code, why] = await closed
    assert.equal(code, 1008, JSON.stringify(first))
    assert.match(why, reason)
  }
  const binary = await rawClient(await signedUrl())
  binary.socket.send(Buffer.from([1, 2, 3]))
  assert.equal((await binary.closed)[0], 1008)
})

test('a conversation that takes longer than the agent may is ended', async (t) => {
  const definition = agentDefinition([])
  const { signedUrl } = await twin(t, {
    conversation_config: { ...definition.conversation_config, conversation: { max_duration_seconds: 1 } },
  })
  const { send, closed, until } = await rawClient(await signedUrl())
  send(initiation)
  assert.match(JSON.stringify(await until('error')), /max_duration_exceeded/)
  assert.equal((await closed)[0], 1000)
})

test('only this machine is let in, from whatever port its page comes', async (t) => {
  const { sandbox, signedUrl } = await twin(t)
  const page = await rawClient(await signedUrl(), { origin: 'http://localhost:4000' })
  page.send(initiation)
  await page.until('conversation_initiation_metadata')
  page.socket.close()
  const status = (path: string, headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      const upgrade = {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      }
      request(`${sandbox.url}${path}`, { headers: { ...upgrade, ...headers } }, (answer) => resolve(answer.statusCode))
        .on('error', reject)
        .end()
    })
  const path = '/elevenlabs/v1/convai/conversation'
  assert.equal(await status(path, { origin: 'https://elsewhere.example' }), 403)
  assert.equal(await status(path, { host: 'elsewhere.example' }), 403)
  assert.equal(await status('/elsewhere', {}), 404)
  assert.equal(await status(path, { host: '[' }), 403)
})
