import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { claimInstallation, migrateInstallation } from '#/app/starting/installation.ts'
import { Client } from '#/kernel/postgres/db.ts'
import { migrate } from '#/kernel/postgres/migrating/migrate.ts'
import { runCommand } from '#/main/run-command.ts'
import { startTestProduct, testSecret, type TestProduct } from '../../harness.ts'
import { testDatabase } from '../../postgres.ts'
import { production } from '../../production-settings.ts'

type Env = Readonly<Record<string, string>>

const anotherSecret = 'another-secret-than-that-of-the-database-0123456789'

/** Commands that work on the database, one of each module. */
const commands: readonly (readonly string[])[] = [
  ['migrate'],
  ['holder', 'list'],
  ['holder', 'create', '--name', 'Praktijk', '--timezone', 'Europe/Amsterdam'],
  ['staff', 'unlock', 'balie@praktijk.example'],
  ['onboarding', 'list'],
  ['breaker', 'list'],
  ['calendar', 'status', '--holder', '00000000-0000-4000-8000-000000000000'],
  ['deletion', 'list'],
  ['deletion', 'list', '--all'],
  ['recipient', 'pending'],
  ['report'],
]

/** Commands that exist outside production only. */
const commandsOfTests: readonly (readonly string[])[] = [
  ['clock', 'show'],
  ['clock', 'advance', 'P1D'],
  ['demo', 'show'],
  ['demo', 'key'],
  ['demo', 'reset', '--yes'],
]

const roles = ['api', 'login', 'worker', 'sandbox'] as const

describe('a database that belongs to another installation', () => {
  let product: TestProduct
  let owner: Client
  before(async () => {
    product = await startTestProduct({ roles: ['api'] })
    owner = new Client({ connectionString: product.databaseUrl })
    await owner.connect()
    await product.createHolder()
  })
  after(async () => {
    await owner.end()
    await product.stop()
  })

  /** Counts everything that a wrong process could change. */
  async function contents(): Promise<unknown> {
    const { rows } = await owner.query(
      `select (select count(*) from platform_holder) as holders, (select count(*) from audit_event) as audits,
         (select count(*) from api_key) as keys, (select count(*) from reminder) as reminders,
         (select max(offset_ms) from test_clock) as clock, (select environment from installation) as environment,
         (select count(*) from worker_heartbeat) as workers`,
    )
    return rows[0]
  }

  const faults: readonly { title: string; env: () => Env; says: RegExp; commands: readonly (readonly string[])[] }[] = [
    {
      title: 'of another environment',
      env: () => ({ TIJDIG_ENVIRONMENT: 'beta', TIJDIG_SECRET: testSecret, TIJDIG_BASE_URL: 'https://beta.example' }),
      says: /^The database belongs to test, and TIJDIG_ENVIRONMENT is beta: .* Nothing was changed\.\n$/,
      commands: [...commands, ...commandsOfTests],
    },
    {
      title: 'of development, as a set-up that forgot its environment',
      env: () => ({ TIJDIG_ENVIRONMENT: 'development', TIJDIG_SECRET: testSecret }),
      says: /^The database belongs to test, and TIJDIG_ENVIRONMENT is development: .*\n$/,
      commands: [...commands, ...commandsOfTests],
    },
    {
      title: 'with another secret',
      env: () => ({ TIJDIG_ENVIRONMENT: 'test', TIJDIG_SECRET: anotherSecret }),
      says: /^TIJDIG_SECRET is not the one of this database, .* Nothing was changed\.\n$/,
      commands: [...commands, ...commandsOfTests],
    },
    {
      title: 'that is served as production',
      env: () => ({ ...production, TIJDIG_SECRET: testSecret, TIJDIG_OPERATOR: 'j.smit' }),
      says: /^The database belongs to test, and TIJDIG_ENVIRONMENT is production: .*\n$/,
      commands,
    },
    {
      title: 'whose environment is not said at all',
      env: () => ({ TIJDIG_SECRET: testSecret }),
      says: /^TIJDIG_ENVIRONMENT is needed when DATABASE_URL is given: .*\n$/,
      commands: [...commands, ...commandsOfTests],
    },
  ]
  for (const { title, env, says, commands: refused } of faults) {
    test(`${title}: every role and every command is refused, and nothing changes`, async () => {
      const before = await contents()
      const set: Env = { ...env(), DATABASE_URL: product.databaseUrl, TIJDIG_ADMIN_PORT: '0' }
      for (const role of roles.filter((name) => name !== 'sandbox' || set['TIJDIG_ENVIRONMENT'] !== 'production')) {
        const { code, stderr } = await run(['serve', '--no-demo', '--roles', role], set)
        assert.equal(code, 1, role)
        assert.match(stderr, says, role)
      }
      for (const command of refused) {
        const { code, stderr } = await run(command, set)
        assert.equal(code, 1, command.join(' '))
        assert.match(stderr, says, command.join(' '))
      }
      const doctor = await run(['doctor', '--json'], set)
      assert.equal(doctor.code, 1)
      const { checks } = JSON.parse(doctor.stdout)
      const failed = checks.find((check: { status: string }) => check.status === 'fail')
      assert.ok(['installation', 'settings'].includes(failed.name), doctor.stdout)
      assert.match(`${failed.finding}\n`, says)
      assert.deepEqual(await contents(), before)
    })
  }

  test('the right environment and secret reach it', async () => {
    const env = { TIJDIG_ENVIRONMENT: 'test', TIJDIG_SECRET: testSecret, DATABASE_URL: product.databaseUrl }
    assert.deepEqual(await run(['migrate', '--json'], env), { code: 0, stdout: '{"applied":[]}\n', stderr: '' })
    assert.equal((await run(['holder', 'list'], env)).code, 0)
  })
})

describe('whose a database is', () => {
  test('is said by the first that migrates it: of several at once one, and the others are refused', async () => {
    const { url } = await testDatabase()
    const environments = ['test', 'beta', 'development', 'production']
    const claims = await Promise.allSettled(
      environments.flatMap((environment) =>
        [testSecret, anotherSecret].map((secret) => migrateInstallation(url, null, { environment, secret })),
      ),
    )
    assert.deepEqual(claims.map(({ status }) => status).toSorted(), ['fulfilled', ...Array<string>(7).fill('rejected')])
    for (const claim of claims)
      if (claim.status === 'rejected') assert.match(String(claim.reason), /belongs to|not the one of this database/)
  })

  test('is taken from the sign-in kept in it where it is older than the row', async () => {
    const { url } = await testDatabase()
    await migrate(url)
    const owner = new Client({ connectionString: url })
    await owner.connect()
    try {
      await owner.query(`insert into login.binding (environment) values ('production')`)
      const asDevelopment = claimInstallation(url, { environment: 'development', secret: testSecret })
      await assert.rejects(asDevelopment, /^ConfigurationError: The database belongs to production/)
      assert.deepEqual((await owner.query('select * from installation')).rows, [])
    } finally {
      await owner.end()
    }
    await claimInstallation(url, { environment: 'production', secret: testSecret })
  })

  test('must be said before production serves from it', async () => {
    const { url } = await testDatabase()
    await migrate(url)
    const { code, stderr } = await run(['serve'], { ...production, DATABASE_URL: url, TIJDIG_ADMIN_PORT: '0' })
    assert.equal(code, 1)
    assert.match(stderr, /^The database does not say yet which installation it belongs to: run `tijdig migrate`/)
  })
})

async function run(args: readonly string[], env: Env) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const code = await runCommand(args, { env, stdin: stdin.end(), stdout, stderr })
  return { code, stdout: await text(stdout.end()), stderr: await text(stderr.end()) }
}
