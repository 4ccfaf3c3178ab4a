import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { claimInstallation } from '#/app/starting/installation.ts'
import { Client } from '#/kernel/postgres/db.ts'
import { freePorts, testDatabase } from '../../postgres.ts'
import { runCommand } from '#/main/run-command.ts'
import { atEnd } from '../at-end.ts'
import { production, secret } from '../../production-settings.ts'

type Env = Readonly<Record<string, string>>

/** Bad variables; `names` must be named, in order, and nothing else. All faults are reported at once. */
const cases: readonly { title: string; env: Env; names: readonly string[]; hides?: readonly string[] }[] = [
  { title: 'a port that is no number', env: { TIJDIG_PORT: 'abc' }, names: ['TIJDIG_PORT'], hides: ['abc'] },
  {
    title: 'a variable that does not exist',
    env: { TIJDIG_FOO: 'verborgen' },
    names: ['TIJDIG_FOO'],
    hides: ['verborgen'],
  },
  {
    title: 'ports that the system chooses, where messages need to name one',
    env: { TIJDIG_PORT: '0', TIJDIG_LOGIN_PORT: '0', TIJDIG_SANDBOX_PORT: '0', TIJDIG_SANDBOX_SMTP_PORT: '0' },
    names: ['TIJDIG_SANDBOX_PORT', 'TIJDIG_SANDBOX_SMTP_PORT', 'TIJDIG_BASE_URL', 'TIJDIG_LOGIN_URL'],
  },
  {
    title: 'a database of another kind',
    env: { TIJDIG_ENVIRONMENT: 'test', DATABASE_URL: `mysql://user:${secret}@db.example/x` },
    names: ['DATABASE_URL'],
    hides: ['mysql', 'db.example'],
  },
  {
    title: 'a database without the environment it belongs to',
    env: { DATABASE_URL: `postgres://tijdig:${secret}@db.example/x` },
    names: ['TIJDIG_ENVIRONMENT'],
    hides: ['db.example'],
  },
  {
    title: 'values that no part of the product could use',
    env: {
      TIJDIG_ENVIRONMENT: 'test',
      DATABASE_URL: `postgres://[${secret}`,
      TIJDIG_LOGIN_DATABASE_URL: `postgres://[${secret}`,
      TIJDIG_HOST: 'not a host',
      TIJDIG_ADMIN_HOST: 'neither/this',
      TIJDIG_TRUSTED_PROXIES: '10.0.0.0/8, verborgen',
      TIJDIG_DATABASE_CONNECTIONS: '0',
      TIJDIG_SMS_SENDER: 'Praktijk',
      TIJDIG_BOUNCE_DOMAIN: 'bounces',
    },
    names: [
      'DATABASE_URL',
      'TIJDIG_LOGIN_DATABASE_URL',
      'TIJDIG_HOST',
      'TIJDIG_ADMIN_HOST',
      'TIJDIG_TRUSTED_PROXIES',
      'TIJDIG_DATABASE_CONNECTIONS',
      'TIJDIG_SMS_SENDER',
      'TIJDIG_BOUNCE_DOMAIN',
    ],
    hides: ['not a host', 'neither', 'verborgen', 'Praktijk', 'bounces'],
  },
  {
    title: 'a data directory that cannot be made',
    env: { TIJDIG_DATA_DIR: '/dev/null/verborgen' },
    names: ['TIJDIG_DATA_DIR'],
    hides: ['verborgen'],
  },
  {
    title: 'many faults at once',
    env: {
      TIJDIG_ENVIRONMENT: 'staging',
      TIJDIG_SECRET: 'short-one',
      TIJDIG_PORT: '65536',
      TIJDIG_BASE_URL: 'ftp://here.example',
      TIJDIG_LOG_LEVEL: 'loud',
      TIJDIG_DATABASE_CONNECTIONS: '-1',
      TIJDIG_SMS_PROVIDER: 'pigeon',
      TIJDIG_SMTP_URL: `http://${secret}.example`,
      TIJDIG_MAIL_FROM: 'nobody',
      TIJDIG_BAR: 'verborgen',
    },
    names: [
      'TIJDIG_ENVIRONMENT',
      'TIJDIG_SECRET',
      'TIJDIG_PORT',
      'TIJDIG_BASE_URL',
      'TIJDIG_LOG_LEVEL',
      'TIJDIG_DATABASE_CONNECTIONS',
      'TIJDIG_SMS_PROVIDER',
      'TIJDIG_SMTP_URL',
      'TIJDIG_MAIL_FROM',
      'TIJDIG_BAR',
    ],
    hides: ['staging', 'short-one', '65536', 'here.example', 'loud', '-1', 'pigeon', 'nobody', 'verborgen'],
  },
  {
    title: 'production without anything',
    env: { TIJDIG_ENVIRONMENT: 'production' },
    names: [
      'DATABASE_URL',
      'TIJDIG_SECRET',
      'TIJDIG_TOKEN_KEYS',
      'TIJDIG_BASE_URL',
      'TIJDIG_LOGIN_URL',
      'TIJDIG_TRUSTED_PROXIES',
      'TIJDIG_SMS_SENDER',
      'TIJDIG_SMTP_URL',
      'TIJDIG_MAIL_FROM',
      'TIJDIG_BOUNCE_DOMAIN',
      'TIJDIG_BOUNCE_TOKENS',
      'TIJDIG_TWILIO_ACCOUNT_SID',
      'TIJDIG_TWILIO_AUTH_TOKENS',
    ],
  },
  {
    title: 'secrets that anybody guesses',
    env: { ...production, TIJDIG_SECRET: 'a'.repeat(64), TIJDIG_BOUNCE_TOKENS: `${secret},verborgen` },
    names: ['TIJDIG_SECRET', 'TIJDIG_BOUNCE_TOKENS'],
    hides: ['aaaa', 'verborgen'],
  },
  {
    title: 'a secret for webhooks that is long and always the same',
    env: { ...production, TIJDIG_BOUNCE_TOKENS: '0123012301230123' },
    names: ['TIJDIG_BOUNCE_TOKENS'],
    hides: ['0123'],
  },
  ...['0.0.0.0/1', '10.0.0.0/7', '::/1', '2000::/3', '10.0.0.0/33', 'none, 10.0.0.0/8'].map((proxies) => ({
    title: `proxies that could be anybody, or nobody: ${proxies}`,
    env: { ...production, TIJDIG_TRUSTED_PROXIES: proxies },
    names: ['TIJDIG_TRUSTED_PROXIES'],
    hides: [proxies],
  })),
  {
    title: 'an address with a path and one of a user instead of origins',
    env: {
      ...production,
      TIJDIG_BASE_URL: 'https://here.example/path?x=1',
      TIJDIG_LOGIN_URL: `https://user:${secret}@here.example`,
    },
    names: ['TIJDIG_BASE_URL', 'TIJDIG_LOGIN_URL'],
    hides: ['here.example'],
  },
  {
    title: 'one origin for two servers',
    env: { ...production, TIJDIG_LOGIN_URL: `${production['TIJDIG_BASE_URL']}/` },
    names: ['TIJDIG_LOGIN_URL'],
  },
  {
    title: 'encryption of the database that does not exist',
    env: {
      ...production,
      DATABASE_URL: `${production['DATABASE_URL']}?sslmode=nonsense`,
      TIJDIG_LOGIN_DATABASE_URL: `${production['DATABASE_URL']}?sslmode=verify-full&sslrootcert=/nope.pem`,
    },
    names: ['DATABASE_URL', 'TIJDIG_LOGIN_DATABASE_URL'],
    hides: ['nonsense', 'nope'],
  },
  {
    title: 'a journal that lies where the process was started',
    env: { ...production, TIJDIG_ERASURE_JOURNAL: 'verborgen.jsonl' },
    names: ['TIJDIG_ERASURE_JOURNAL'],
    hides: ['verborgen'],
  },
  {
    title: 'production with the other provider and without its secrets',
    env: { ...production, TIJDIG_SMS_PROVIDER: 'cm' },
    names: ['TIJDIG_CM_PRODUCT_TOKEN', 'TIJDIG_CM_WEBHOOK_TOKENS'],
  },
  {
    title: 'production with what only a test may have',
    env: {
      ...production,
      TIJDIG_BASE_URL: 'http://afspraken.example',
      TIJDIG_TWILIO_URL: 'http://twilio.example',
      TIJDIG_DNB_URL: 'http://dnb.example',
      TIJDIG_GOOGLE_URL: 'http://google.example',
      TIJDIG_ELEVENLABS_URL: 'http://voice.example',
      TIJDIG_MICROSOFT_CLIENT_ID: 'client',
      TIJDIG_RATE_LIMIT_PER_MINUTE: '0',
      TIJDIG_INTAKE_LIMIT_PER_MINUTE: '0',
      TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE: '0',
    },
    names: [
      'TIJDIG_BASE_URL',
      'TIJDIG_RATE_LIMIT_PER_MINUTE',
      'TIJDIG_INTAKE_LIMIT_PER_MINUTE',
      'TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE',
      'TIJDIG_TWILIO_URL',
      'TIJDIG_DNB_URL',
      'TIJDIG_GOOGLE_URL',
      'TIJDIG_ELEVENLABS_URL',
      'TIJDIG_MICROSOFT_CLIENT_SECRET',
    ],
    hides: ['afspraken.example', 'twilio.example', 'google.example'],
  },
  {
    title: 'a database server that does not answer',
    env: {
      TIJDIG_ENVIRONMENT: 'test',
      DATABASE_URL: `postgres://tijdig:${secret}@localhost:1/tijdig`,
      TIJDIG_DATABASE_PATIENCE_SECONDS: '0',
    },
    names: ['DATABASE_URL'],
    hides: ['localhost'],
  },
  {
    title: 'production with a database server that does not answer',
    env: { ...production, TIJDIG_DATABASE_PATIENCE_SECONDS: '0' },
    names: ['DATABASE_URL'],
    hides: ['127.0.0.1'],
  },
]

describe('a set-up that cannot be right is refused with one sentence per fault', { concurrency: 2 }, () => {
  for (const { title, env, names, hides = [] } of cases) {
    test(title, async () => {
      assert.deepEqual(variablesOf(await refusal(env, [...hides, secret])), names)
    })
  }

  test('a password or a database that the server does not know', async () => {
    const { url } = await testDatabase()
    const wrongPassword = new URL(url)
    wrongPassword.password = secret
    // A server with trust authentication, as some have for tests, accepts every password.
    if (await isRefused(wrongPassword.href))
      assert.deepEqual(
        variablesOf(await refusal({ TIJDIG_ENVIRONMENT: 'test', DATABASE_URL: wrongPassword.href }, [secret])),
        ['DATABASE_URL'],
      )
    const wrongName = new URL(url)
    wrongName.pathname = '/no_such_database'
    const sentences = await refusal({ TIJDIG_ENVIRONMENT: 'test', DATABASE_URL: wrongName.href }, [
      'no_such_database',
      wrongName.password || secret,
    ])
    assert.deepEqual(variablesOf(sentences), ['DATABASE_URL'])
  })

  test('a sandbox in production', async () => {
    const [sentence = '', ...others] = await refusal(production, [secret], ['--roles', 'sandbox'])
    assert.match(sentence, /^There is no sandbox in production/)
    assert.deepEqual(others, [])
  })

  test('production on a database whose test clock is set', async () => {
    const { url } = await testDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('update test_clock set offset_ms = 1')
    await claimInstallation(url, { environment: 'production', secret })
    await client.end()
    const [admin, api] = await freePorts(2)
    const env = { ...production, DATABASE_URL: url, TIJDIG_PORT: String(api), TIJDIG_ADMIN_PORT: String(admin) }
    const sentences = await refusal(env, [secret])
    assert.deepEqual(variablesOf(sentences), ['TIJDIG_ENVIRONMENT'])
    assert.match(sentences[0] ?? '', /test clock/)
  })

  for (const variable of ['TIJDIG_HOST', 'TIJDIG_ADMIN_HOST']) {
    test(`${variable} that is no address of this machine`, async () => {
      const { url } = await testDatabase()
      const [api, admin, login] = (await freePorts(3)).map(String)
      const env = {
        TIJDIG_ENVIRONMENT: 'test',
        TIJDIG_SECRET: secret,
        DATABASE_URL: url,
        TIJDIG_PORT: api ?? '',
        TIJDIG_ADMIN_PORT: admin ?? '',
        TIJDIG_LOGIN_PORT: login ?? '',
        [variable]: '192.0.2.1',
      }
      assert.deepEqual(variablesOf(await refusal(env, ['192.0.2.1'], ['--roles', 'api,login'])), [variable])
    })
  }

  for (const variable of ['TIJDIG_PORT', 'TIJDIG_ADMIN_PORT', 'TIJDIG_SANDBOX_PORT', 'TIJDIG_SANDBOX_SMTP_PORT']) {
    test(`${variable} that another program uses`, async (t) => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      atEnd(t, async () => other.close())
      const { url } = await testDatabase()
      const [api, admin, sandbox, smtp] = (await freePorts(4)).map(String)
      const env = {
        TIJDIG_ENVIRONMENT: 'test',
        TIJDIG_SECRET: secret,
        DATABASE_URL: url,
        TIJDIG_PORT: api ?? '',
        TIJDIG_ADMIN_PORT: admin ?? '',
        TIJDIG_SANDBOX_PORT: sandbox ?? '',
        TIJDIG_SANDBOX_SMTP_PORT: smtp ?? '',
        [variable]: String((other.address() as AddressInfo).port),
      }
      assert.deepEqual(variablesOf(await refusal(env)), [variable])
    })
  }
})

/** `tijdig serve` in a terminal of the test's, until it ends. */
async function serve(env: Env, args: readonly string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const code = await runCommand(['serve', '--no-demo', ...args], { env, stdin, stdout, stderr })
  return { code, stdout: await text(stdout.end()), stderr: await text(stderr.end()) }
}

/** The lines of a refused start on stderr, after checking that it exited with 1 and showed no hidden value. */
async function refusal(env: Env, hidden: readonly string[] = [], args: readonly string[] = []): Promise<string[]> {
  const { code, stderr, stdout } = await serve(env, args)
  assert.equal(code, 1, stdout + stderr)
  for (const value of hidden) assert.equal((stdout + stderr).includes(value), false, `It shows ${value}: ${stderr}`)
  const lines = stderr.trim().split('\n')
  for (const line of lines) assert.match(line, /^[A-Z][^\n]*[^.]\.$/, 'Not one whole sentence')
  return lines
}

function variablesOf(sentences: readonly string[]): string[] {
  return sentences.map((sentence) => sentence.split(' ')[0] ?? '')
}

async function isRefused(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString })
  try {
    await client.connect()
    return false
  } catch (error) {
    return (error as { code?: string }).code === '28P01'
  } finally {
    await client.end()
  }
}
