import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createDemoKey } from '#/app/demo/demo.ts'
import { seedDemo } from '#/app/demo/seed-demo.ts'
import { addHolder } from '#/app/operator/holders/holder.ts'
import { approveOnboarding } from '#/app/operator/holders/onboarding.ts'
import { addStaff } from '#/app/operator/holders/staff.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { createLog } from '#/kernel/log.ts'
import { callApi, eventually, startTestProduct, type TestProduct } from '../harness.ts'
import { freePorts } from '../postgres.ts'
import { startServe } from '../crash/processes.ts'
import { startWorld as startCrashWorld, untilWaiting } from '../crash/world.ts'
import { rowsOf } from '../operator-world.ts'

const patience = { timeout: 30_000 }

describe('the examples', () => {
  let product: TestProduct
  before(async () => {
    product = await startTestProduct()
    await addDemo(product)
  })
  after(() => product.stop())

  test('new-holder takes a draft to its first reminder, and leaves no key and no session', patience, async () => {
    const { operator } = product
    const { id } = await addHolder(operator, {
      displayName: 'Praktijk De Beuk',
      locale: 'nl',
      timezone: 'Europe/Amsterdam',
      smsSender: '+3197010250000',
    })
    await addStaff(operator, id, 'anna@beuk.example')
    const example = run('new-holder', [...addresses(product), '--staff', 'anna@beuk.example'])
    await example.says(`npm run -s tijdig -- onboarding approve ${id}`)
    assert.match(example.output(), /Handed the onboarding in for review\. \[pending_review: 8 of 9 steps done\]/)
    await approveOnboarding(operator, id)
    assert.equal(await example.code, 0, example.output())
    for (const line of [
      /^Found Stichting Fictieve Huisartsenpraktijk .+ \[not_started: 1 of 9/m,
      /^Paid on the page of the payment provider: .+ \[in_progress: 7 of 9 steps done, next integration\]$/m,
      /^Connected a Google calendar: "anna@beuk\.example" is read, 1 other is not\./m,
      /^Moved the clock on, and the reminder was delivered: "Herinnering: afspraak bij Praktijk De Beuk .+ \[completed: 9 of 9/m,
      /^Ready: every step of the onboarding is done\.$/m,
    ])
      assert.match(example.output(), line)
    const [state] = await rowsOf(
      operator,
      `select h.status, h.legal_name, o.status as onboarding, b.status as billing, c.status as calendar,
         (select array_agg(r.state order by r.due_at) from reminder r where r.platform_holder_id = $1) as reminders,
         (select count(*)::int from api_key k where k.platform_holder_id = $1 and k.revoked_at is null) as keys,
         (select count(*)::int from staff_session s where s.platform_holder_id = $1 and s.ended_at is null) as sessions
       from platform_holder h join onboarding o using (platform_holder_id) join billing_account b using (platform_holder_id)
         join integration_connection c using (platform_holder_id)
       where h.platform_holder_id = $1`,
      [id],
    )
    assert.deepEqual(state, {
      status: 'active',
      legalName: 'Stichting Fictieve Huisartsenpraktijk',
      onboarding: 'completed',
      billing: 'active',
      calendar: 'connected',
      reminders: ['skipped', 'delivered'],
      keys: 0,
      sessions: 0,
    })
  })

  test('recipient-session confirms, asks to move, tells what staff decided and signs out', patience, async () => {
    const example = run('recipient-session', [...addresses(product), ...login(product), '--wait-minutes', '1'])
    await example.says('Asked to move')
    const [request] = await rowsOf<{ id: string; platformHolderId: string; appointmentId: string }>(
      product.operator,
      `select id, platform_holder_id, appointment_id from recipient_request order by created_at desc limit 1`,
    )
    assert.ok(request)
    await decline(product, request)
    assert.equal(await example.code, 0, example.output())
    for (const line of [
      /^Signed in as Noor Jansen with the code of the SMS/m,
      /^\d appointments are ahead:$/m,
      /^Confirmed: \w+ \d+ \w+, \d\d:\d\d at /m,
      /^The request is declined: "Dat lukt helaas niet\."\.$/m,
      /^Signed out\.\nThe token is refused from now on\.$/m,
    ])
      assert.match(example.output(), line)
    const confirmed = await rowsOf<{ confirmedVia: string }>(
      product.operator,
      `select confirmed_via from appointment where confirmed_at is not null and recipient_name = 'Noor Jansen'`,
    )
    assert.deepEqual(confirmed, [{ confirmedVia: 'app' }])
  })

  test('recipient-session says what a number lacks that nobody linked', patience, async () => {
    const example = run('recipient-session', [...addresses(product), ...login(product), '--phone', '+31612340102'])
    assert.equal(await example.code, 1, example.output())
    assert.match(example.output(), /\+31612340102 is not linked to a recipient.+RECIPIENT_SESSION_NOT_LINKED/)
    assert.match(example.output(), /^Signed out\.$/m)
  })

  test(
    'voice-session speaks with the agent, and what it proposes is done once, when a person confirms it',
    patience,
    async () => {
      const example = run('voice-session', addresses(product))
      assert.equal(await example.code, 0, example.output())
      for (const line of [
        /^> wie komt er morgen\?\n.*09:30: Tess Voorbeeld/ms,
        /^A person reads: updateHolderAppointment\n {2}recipient\.displayName: "Tess Voorbeeld"$/m,
        /^ {2}startsAt: ".+T\d\d:30:00\.000Z" → ".+T\d\d:30:00Z"$/m,
        /^It succeeded\.$/m,
        /^A person reads: cancelHolderAppointment$/m,
        /^Signed out\.$/m,
      ])
        assert.match(example.output(), line)
      const spoken = await rowsOf(
        product.operator,
        `select version, status from appointment where recipient_name = 'Tess Voorbeeld'`,
      )
      assert.deepEqual(spoken, [{ version: 3, status: 'cancelled' }])
    },
  )

  test('voice-session says what became of a confirmation whose server was killed', { timeout: 120_000 }, async (t) => {
    const world = await startCrashWorld(t)
    await world.startWorkerHere()
    const [port = 0] = await freePorts(1)
    const baseUrl = `http://127.0.0.1:${port}`
    const env = world.processEnv({ TIJDIG_PORT: String(port), TIJDIG_BASE_URL: baseUrl })
    const api = await startServe(t, { args: ['--roles', 'api'], env })
    const example = run('voice-session', ['--base-url', baseUrl, '--sandbox-url', world.product.sandboxUrl])
    await example.says('> wie komt er morgen?')
    await world.owner.query('begin')
    await world.owner.query(`select 1 from appointment where recipient_name = 'Tess Voorbeeld' for update`)
    await untilWaiting(world, 'appointment')
    await api.kill()
    await world.owner.query('rollback')
    await startServe(t, { args: ['--roles', 'api'], env })
    assert.equal(await example.code, 0, example.output())
    for (const line of [
      /^The server went away while it was confirmed\.$/m,
      /^It is (stalled|timed_out) and may have been applied\.$/m,
      /^It failed \(EXECUTION_INTERRUPTED\)\.$/m,
    ])
      assert.match(example.output(), line)
  })

  test('an example that cannot begin says why in a sentence', patience, async () => {
    const [port] = await freePorts(1)
    const nobody = ['--base-url', `http://127.0.0.1:${port}`]
    const faults: [name: string, args: string[], sentence: RegExp][] = [
      ['new-holder', [], /^Name who signs in: --staff EMAIL/],
      ['new-holder', ['--stuff'], /^Unknown option '--stuff'\nThe options here are --staff, --phone, --base-url/],
      [
        'new-holder',
        ['--staff', 'anna@beuk.example', ...nobody],
        /^No answer from http:\/\/127.+Is `npm start` running/,
      ],
      ['recipient-session', ['--sandbox-url', `http://127.0.0.1:${port}`], /^No answer from http:\/\/127/],
      [
        'recipient-session',
        [...addresses(product), ...login(product), '--phone', '1'],
        /^POST .+ was refused: 400 VALIDATION_FAILED/,
      ],
    ]
    for (const [name, args, sentence] of faults) {
      const example = run(name, args)
      assert.equal(await example.code, 1, example.output())
      assert.match(example.output(), sentence)
      assert.doesNotMatch(example.output(), /^ +at /m, 'no stack')
    }
  })
})

/** The demo data, in the database of the test. */
async function addDemo({ databaseUrl, operator, login, services, settings }: TestProduct): Promise<void> {
  const onIdleError = (error: Error) => assert.fail(error)
  const api = openPool({ databaseUrl, role: 'tijdig_api', size: 2, onIdleError })
  try {
    await seedDemo({ operator, api, login }, services, settings, createLog('warn', process.stderr))
  } finally {
    await api.end()
  }
}

/** Declines a request, as staff of the holder. */
async function decline(
  { baseUrl, operator }: TestProduct,
  { id, platformHolderId: holder }: { readonly id: string; readonly platformHolderId: string },
): Promise<void> {
  const { apiKey } = await createDemoKey(operator, holder)
  const url = `${baseUrl}/api/v1/platform-holders/${holder}/recipient-requests/${id}/review`
  const decision = { decision: 'declined', message: 'Dat lukt helaas niet.' }
  const body = { clientRequestId: randomUUID(), expectedVersion: 1, ...decision }
  const answer = await callApi(url, 'POST', body, { authorization: `Bearer ${apiKey}` })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

function addresses({ baseUrl, sandboxUrl }: TestProduct): string[] {
  return ['--base-url', baseUrl, '--sandbox-url', sandboxUrl]
}

const login = ({ loginUrl }: TestProduct) => ['--login-url', loginUrl]

/** Runs an example in a process of its own, without our environment variables about the product. */
function run(name: string, args: readonly string[]) {
  const file = fileURLToPath(new URL(`../../examples/${name}.ts`, import.meta.url))
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^TIJDIG_|^DATABASE_URL$/.test(key)))
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = once(child, 'close').then(([exit]) => exit as number | null)
  return {
    code,
    output: () => output,
    /** Waits until it has written this. @throws Error with its output when it ends first */
    async says(words: string): Promise<void> {
      await eventually(async () => output.includes(words) || child.exitCode !== null)
      assert.ok(output.includes(words), output)
    },
  }
}
