import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { callApi, startTestProduct, testSecret, type TestProduct } from '../../../test/harness.ts'
import { operatorActions } from '../../../test/operator-world.ts'
import { runCommand } from '#/main/run-command.ts'

describe('tijdig voice', () => {
  let product: TestProduct
  before(async () => {
    product = await startTestProduct()
  })
  after(() => product.stop())

  async function run(args: readonly string[], { input = '', env = {} } = {}) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const code = await runCommand(['voice', ...args], {
      env: {
        DATABASE_URL: product.databaseUrl,
        TIJDIG_ENVIRONMENT: 'test',
        TIJDIG_SECRET: testSecret,
        TIJDIG_BASE_URL: product.baseUrl,
        TIJDIG_SANDBOX_PORT: String(product.settings.ports.sandbox),
        TIJDIG_OPERATOR: 'j.smit',
        ...env,
      },
      stdin: Readable.from([input]),
      stdout,
      stderr,
    })
    return { code, stdout: await text(stdout.end()), stderr: await text(stderr.end()) }
  }
  const vendor = (method: string, path: string, body?: object) =>
    callApi(`${product.sandboxUrl}/elevenlabs/v1/convai${path}`, method, body, { 'xi-api-key': 'sk_sandbox' })

  test('setup says what differs, changes it only when told to, and prints what to pin', async () => {
    assert.deepEqual(await run(['setup']), {
      code: 0,
      stdout: `Workspace at ${product.sandboxUrl}\n\nAgent and tools are as they must be. To be pinned:\nTIJDIG_ELEVENLABS_AGENT_ID=agent_sandbox\nTIJDIG_ELEVENLABS_AGENT_VERSION=agtvrsn_sandbox\n`,
      stderr: '',
    })
    const settings = { platform_settings: { privacy: { record_voice: true } } }
    const worse = (await vendor('PATCH', '/agents/agent_sandbox', settings)).body
    const looked = await run(['setup'])
    assert.match(
      looked.stdout,
      /agent Tijdig \(agent_sandbox\)\n {4}platform_settings\.privacy\.record_voice: true -> false\n/,
    )
    assert.match(looked.stdout, /Nothing was changed: `tijdig voice setup --yes` does it\./)
    assert.equal((await vendor('GET', '/agents/agent_sandbox')).body.version_id, worse.version_id)
    const { stdout } = await run(['setup', '--yes', '--json'])
    const { version_id: version, platform_settings: stored } = (await vendor('GET', '/agents/agent_sandbox')).body
    assert.equal(stored.privacy.record_voice, false)
    assert.deepEqual(JSON.parse(stdout), {
      isSetUp: true,
      origin: product.sandboxUrl,
      changes: [],
      byHand: [],
      agentId: 'agent_sandbox',
      agentVersion: version,
    })
    assert.ok((await operatorActions(product.operator, null)).includes('tijdig voice setup'))
  })

  test('setup without an account, or with a key that is refused, is one sentence', async () => {
    const production = { TIJDIG_ELEVENLABS_API_KEY: 'sk_wrong_canary' }
    const { code, stderr, stdout } = await run(['setup'], { env: production })
    assert.equal(code, 1)
    assert.match(stderr, /^ElevenLabs refuses TIJDIG_ELEVENLABS_API_KEY: .*\n$/)
    assert.doesNotMatch(stdout + stderr, /canary/)
  })

  test('talk holds a conversation, shows what is proposed and confirms it when the person types so', async () => {
    const holder = await product.createHolder()
    const today = (await product.clock.now()).toZonedDateTimeISO('Europe/Amsterdam').toPlainDate()
    const startsAt = today.add({ days: 1 }).toZonedDateTime({ timeZone: 'Europe/Amsterdam', plainTime: '09:30' })
    const { body } = await holder.call('POST', '/appointments', {
      clientRequestId: randomUUID(),
      startsAt: startsAt.toInstant().toString(),
      endsAt: startsAt.add({ minutes: 20 }).toInstant().toString(),
      recipient: { displayName: 'Noor Jansen', phoneNumberE164: '+31612340007' },
    })
    const lines = ['wie komt er morgen?', 'verzet haar naar overmorgen tien uur', '/confirm', '/confirm', '/end']
    const { code, stdout, stderr } = await run(['talk', '--staff', holder.staffEmail], { input: lines.join('\n') })
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /Eén afspraak morgen:\n- .*09:30: Noor Jansen/)
    assert.match(
      stdout,
      /Proposed: updateHolderAppointment\n(.*\n)*.*Noor Jansen(.*\n)*.*startsAt: .*T\d\d:30:.* -> .*T\d\d:00:/,
    )
    assert.match(stdout, /succeeded\nNothing is proposed\.\n/)
    const moved = (await holder.call('GET', `/appointments/${body.data.id}`)).body.data
    assert.equal(
      moved.startsAt,
      startsAt.add({ days: 1, minutes: 30 }).toInstant().toString({ smallestUnit: 'millisecond' }),
    )
  })

  test('talk is refused in production', async () => {
    const { code, stderr } = await run(['talk'], { env: { TIJDIG_ENVIRONMENT: 'production' } })
    assert.equal(code, 1)
    assert.match(stderr, /production/)
  })
})
