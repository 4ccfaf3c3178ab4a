import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { claimInstallation, migrateInstallation } from '#/app/starting/installation.ts'
import { meanings } from '#/app/operator/holders/why.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { Client, inTransaction } from '#/kernel/postgres/db.ts'
import { createProfile } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { contractVersion } from '#/surfaces/openapi/contract-version.ts'
import { production, secret } from '../../test/production-settings.ts'
import { callApi, startTestProduct, testSecret, type TestProduct } from '../../test/harness.ts'
import { storeAppointment } from '../../test/operation-cases.ts'
import { testDatabase } from '../../test/postgres.ts'
import { runCommand } from './run-command.ts'

const cli = fileURLToPath(new URL('cli.ts', import.meta.url))

/** The command as a process of its own, without any variables of ours but the given ones. */
function start(args: readonly string[], env: Record<string, string>) {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^TIJDIG_|^DATABASE_URL$/.test(name)))
  return spawn(process.execPath, [cli, ...args], { env: { ...own, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The command in this process, in a terminal of the test: its output and its exit code. */
async function run(args: readonly string[], env: Record<string, string>, input = '', at: { isTTY?: boolean } = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const code = await runCommand(args, { env, stdin: Object.assign(Readable.from([input]), at), stdout, stderr })
  return { code, stdout: await text(stdout.end()), stderr: await text(stderr.end()) }
}

describe('tijdig', () => {
  let product: TestProduct
  let env: Record<string, string>
  let dataDirectory: string
  before(async () => {
    product = await startTestProduct()
    dataDirectory = await mkdtemp(join(tmpdir(), 'tijdig-cli-'))
    env = {
      DATABASE_URL: product.databaseUrl,
      TIJDIG_DATA_DIR: dataDirectory,
      TIJDIG_ENVIRONMENT: 'test',
      TIJDIG_SECRET: testSecret,
      TIJDIG_BASE_URL: product.baseUrl,
      TIJDIG_OPERATOR: 'j.smit',
    }
  })
  after(async () => {
    await product.stop()
    await rm(dataDirectory, { recursive: true })
  })

  /** Standard output of a command that must succeed, which must be one line of JSON. */
  async function json(...args: string[]) {
    const { code, stdout, stderr } = await run([...args, '--json'], env)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^\{.*\}\n$/)
    return JSON.parse(stdout)
  }

  test('what an erasure stopped is lifted for the contact on standard input, with a reason', async () => {
    const key = contactKey(product.services.keys, 'email', 'back@example.com')
    await product.operator.query(
      `insert into suppression_everywhere (channel, contact_key, is_active, source) values ('email', $1, true, 'erasure')`,
      [key],
    )
    const lift = (input: string) =>
      run(['deletion', 'lift', '--reason', 'Asked by phone', '--json'], { ...env, TIJDIG_SECRET: testSecret }, input)
    assert.match((await lift('')).stderr, /standard input/)
    assert.match((await lift('other@example.com\n')).stderr, /No erasure/)
    assert.deepEqual(await lift('Back@example.com\n'), { code: 0, stdout: '{"entries":0}\n', stderr: '' })
    const { rows } = await product.operator.query(
      'select is_active from suppression_everywhere where contact_key = $1',
      [key],
    )
    assert.deepEqual(rows, [{ isActive: false }])
    assert.match((await run(['deletion', 'lift'], env)).stderr, /--reason/)
  })

  test('a sign-in profile is listed, linked to a person by name, and unlinked', async () => {
    const { keys } = product.services
    const profileId = await createProfile(product.login, keys, '+31624000007', Temporal.Now.instant())
    const { profiles } = await json('recipient', 'pending')
    assert.deepEqual(
      profiles.map((row: { profileId: string; phoneNumberE164: string }) => [row.profileId, row.phoneNumberE164]),
      [[profileId, '+31624000007']],
    )
    const linked = await json('recipient', 'link', '--profile', profileId, '--name', 'Noor Jansen')
    assert.deepEqual([linked.displayName, linked.isNewRecipient, linked.entries], ['Noor Jansen', true, []])
    assert.deepEqual((await json('recipient', 'list-unlinked')).profiles, [])
    const unasked = await run(['recipient', 'unlink', '--profile', profileId], env)
    assert.deepEqual([unasked.code, unasked.stdout], [1, ''])
    assert.match(unasked.stderr, new RegExp(`^This unlinks profile ${profileId}, .*Say --yes to do it\\.\n$`))
    assert.deepEqual(await json('recipient', 'unlink', '--profile', profileId, '--yes'), {
      unlinked: [{ recipientId: linked.recipientId, revokedKeys: 0, supersededRequests: 0, withdrawnSuggestions: 0 }],
    })
    const { code, stderr } = await run(['recipient', 'unlink'], env)
    assert.deepEqual([code, stderr.split(':')[0]], [1, 'Say what to unlink'])
  })

  test('a holder is created, staffed, activated and listed', async () => {
    const created = await json('holder', 'create', '--name', 'Praktijk Zuid', '--timezone', 'Europe/Brussels')
    assert.deepEqual(created, { id: created.id, displayName: 'Praktijk Zuid', status: 'draft', isTest: false })
    const member = await json('staff', 'invite', 'balie@zuid.example', '--holder', created.id)
    assert.deepEqual(
      [member.email, member.platformHolderId, member.status, member.isMailed],
      ['balie@zuid.example', created.id, 'active', true],
    )
    const quiet = await json('staff', 'invite', 'stil@zuid.example', '--holder', created.id, '--no-mail')
    assert.equal(quiet.isMailed, false)
    await json('staff', 'deactivate', quiet.email, '--holder', created.id, '--yes')
    const activated = await json('holder', 'activate', created.id)
    assert.deepEqual([activated.status, activated.isChanged, activated.plannedAgain], ['active', true, 0])
    const { holders } = await json('holder', 'list')
    const listed = holders.find((holder: { id: string }) => holder.id === created.id)
    assert.deepEqual(Object.keys(listed), ['id', 'displayName', 'status', 'isTest', 'locale', 'timezone', 'activeFrom'])
    assert.deepEqual([listed.status, listed.timezone], ['active', 'Europe/Brussels'])
    const opened = await json('staff', 'unlock', 'Balie@zuid.example')
    assert.deepEqual(opened, { email: 'balie@zuid.example', wrongCodes: 0, codes: 0 })
    const { staff } = await json('staff', 'list', '--holder', created.id)
    assert.deepEqual(
      staff.map((one: { email: string; status: string; apiKeys: number }) => [one.email, one.status, one.apiKeys]),
      [
        ['balie@zuid.example', 'active', 0],
        ['stil@zuid.example', 'inactive', 0],
      ],
    )
    const gone = await json('staff', 'deactivate', 'balie@zuid.example', '--holder', created.id, '--yes')
    assert.equal(gone.status, 'inactive')
    assert.equal((await json('holder', 'suspend', created.id, '--yes')).status, 'suspended')
    const shown = await json('holder', 'show', created.id)
    assert.deepEqual(
      [shown.status, shown.activeStaff, shown.appointmentsAhead, shown.planned, shown.held],
      ['suspended', 0, 0, 0, 0],
    )
  })

  test('every other command answers in JSON too', async () => {
    const holder = await product.createHolder()
    assert.deepEqual(await json('migrate'), { applied: [] })
    assert.deepEqual(await json('breaker', 'list', '--holder', holder.id), { held: [] })
    assert.deepEqual(await json('onboarding', 'list'), { onboardings: [] })
    assert.deepEqual(await json('breaker', 'release', '--all'), { released: [] })
    assert.deepEqual(await json('breaker', 'drop', '--all'), { dropped: [] })
    assert.deepEqual(await json('calendar', 'status', '--holder', holder.id), { calendars: [], leftOut: [] })
    const taken = '2026-11-20T02:10:00.000Z'
    assert.deepEqual(await json('backup', 'taken', '--at', taken), { takenAt: taken })
    assert.equal((await run(['backup', 'taken', '--at', '2999-01-01T00:00:00Z'], env)).code, 1)
    assert.equal((await run(['backup', 'taken', '--at', 'last night'], env)).code, 64)
    assert.deepEqual(Object.keys(await json('clock', 'show')), ['now', 'offsetMs'])
    assert.deepEqual(Object.keys(await json('clock', 'advance', 'PT1H')), ['now', 'offsetMs', 'stops', 'wallMs'])
    assert.equal((await json('clock', 'reset')).offsetMs, 0)
    const report = await json('report', '--holder', holder.id)
    assert.deepEqual([report.platformHolderId, report.planned, report.ends.delivered], [holder.id, 0, 0])
    assert.deepEqual([typeof report.queryMs, typeof report.wallMs, report.lastAdvance.by], ['number', 'number', 'PT1H'])
    assert.ok((await json('report')).holders.length > 0)
    const away = await run(['report', '--json'], {
      ...env,
      TIJDIG_DATABASE_STANDBY_URL: 'postgres://nobody@127.0.0.1:9/none',
    })
    assert.ok(JSON.parse(away.stdout).holders.length > 0)
    assert.match(away.stderr, /the primary answers for the standby/)
    assert.deepEqual(Object.keys(await json('demo', 'show')), ['baseUrl', 'loginUrl', 'sandboxUrl', 'holders'])
    const { isHealthy, checks } = await json('doctor')
    assert.equal(isHealthy, true)
    assert.deepEqual(Object.keys(checks[0]), ['name', 'status', 'finding', 'advice'])
  })

  test('every call leaves an audit row with its name, whether it looks, changes nothing or fails', async () => {
    const holder = await product.createHolder()
    const rowsBesides = async (known: readonly string[]) =>
      (
        await product.operator.query<{ id: string; action: string; isDone: string | null }>(
          `select id, action, detail->>'isDone' as is_done from audit_event
           where action like 'tijdig %' and id <> all($1) and operator_name = 'j.smit' order by at, id`,
          [known],
        )
      ).rows
    const known = (await rowsBesides([])).map(({ id }) => id)
    const done = [
      ['report'],
      ['clock', 'show'],
      ['holder', 'list'],
      ['breaker', 'list'],
      ['demo', 'show'],
      ['onboarding', 'list'],
      ['calendar', 'status', '--holder', holder.id],
      ['holder', 'activate', holder.id],
    ]
    for (const command of done) await json(...command)
    await run(['holder', 'activate', '00000000-0000-4000-8000-000000000000'], env)
    await json('doctor')
    const left = (await rowsBesides(known)).map(({ action, isDone }) => [action, isDone])
    assert.deepEqual(left, [
      ...done.map(([noun = '', verb = '']) => [`tijdig ${noun} ${verb}`.trim(), 'true']),
      ['tijdig holder activate', 'false'],
      ['tijdig doctor', null],
    ])
  })

  test('the audit trail knows who changed something: the named operator, or else the user of the machine', async () => {
    const holder = await product.createHolder()
    await json('holder', 'suspend', holder.id, '--yes')
    await run(['holder', 'activate', holder.id], { ...env, TIJDIG_OPERATOR: '' })
    const { rows } = await product.operator.query<{ action: string; operatorName: string }>(
      'select action, operator_name from audit_event where platform_holder_id = $1 order by at, id',
      [holder.id],
    )
    assert.deepEqual(
      rows.map((row) => [row.action, row.operatorName]),
      [
        ['holderSuspended', 'j.smit'],
        ['holderActivated', userInfo().username],
      ],
    )
  })

  test('in production a command needs to know who runs it, and the doctor says so too', async () => {
    const { url } = await testDatabase()
    await migrateInstallation(url, null, { environment: 'production', secret })
    const env = { ...production, DATABASE_URL: url }
    const { code, stdout, stderr } = await run(['holder', 'list'], env)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^TIJDIG_OPERATOR is needed in production for this command: [^:]+\.\n$/)
    const { checks } = JSON.parse((await run(['doctor', '--json'], env)).stdout)
    assert.match(checks[0].finding, /^TIJDIG_OPERATOR is needed/)
    assert.equal((await run(['holder', 'list'], { ...env, TIJDIG_OPERATOR: 'j.smit' })).code, 0)
  })

  test('for people there is a table with aligned columns', async () => {
    await product.createHolder({ displayName: 'Een heel lange naam van een praktijk' })
    await product.createHolder({ displayName: 'Kort' })
    const { stdout } = await run(['holder', 'list'], env)
    const [heading = '', ...lines] = stdout.trimEnd().split('\n')
    const column = heading.indexOf('status')
    assert.ok(lines.length >= 2)
    assert.ok(lines.every((line) => /^(draft|active|suspended)\b/.test(line.slice(column))))
  })

  test('the key of the demo is alone on standard output, and opens it', async () => {
    const holder = await product.createHolder()
    await inTransaction(product.operator, { holder: null }, async (tx) =>
      auditOperator(tx, { platformHolderId: holder.id, action: 'demoCreated' }),
    )
    const { code, stdout, stderr } = await run(['demo', 'key', '--holder', holder.id], env)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^tijdig_sk_\w+\n$/)
    const { status } = await callApi(`${product.baseUrl}/api/v1/platform-holders/${holder.id}`, 'GET', undefined, {
      authorization: `Bearer ${stdout.trim()}`,
    })
    assert.equal(status, 200)
  })

  test('the test clock and the demo data are refused in production, in one sentence', async () => {
    const commands = [
      ['clock', 'show'],
      ['clock', 'advance', 'P1D'],
      ['clock', 'set', '2027-01-12T09:00:00Z'],
      ['clock', 'reset'],
      ['demo', 'show'],
      ['demo', 'key'],
      ['demo', 'clinic'],
      ['demo', 'reset', '--yes'],
    ]
    for (const command of commands) {
      const { code, stdout, stderr } = await run(command, { ...env, TIJDIG_ENVIRONMENT: 'production' })
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /^TIJDIG_ENVIRONMENT is production, where there is no (test clock|demo data): [^.]+\.\n$/)
    }
  })

  test('what erases or cannot be undone asks to be told so', async () => {
    const holder = await product.createHolder()
    const reset = await run(['demo', 'reset'], env)
    assert.deepEqual([reset.code, reset.stdout], [1, ''])
    assert.match(reset.stderr, /^This erases every organization, .* Say --yes to do it\.\n$/)
    for (const verb of ['drop', 'release']) {
      const all = await run(['breaker', verb], env)
      assert.deepEqual([all.code, all.stdout], [1, ''])
      assert.match(all.stderr, /--holder ID, or say --all/)
    }
    const suspend = await run(['holder', 'suspend', holder.id], env)
    assert.deepEqual([suspend.code, suspend.stdout], [1, ''])
    assert.match(suspend.stderr, /^This refuses the staff and keys of .+, and sends none of its reminders\. Say --yes/)
    const deactivate = await run(['staff', 'deactivate', holder.staffEmail, '--holder', holder.id], env)
    assert.deepEqual([deactivate.code, deactivate.stdout], [1, ''])
    assert.ok(deactivate.stderr.includes(holder.staffEmail))
    const erase = await run(['deletion', 'complete', holder.id, '--yes'], env)
    assert.match(erase.stderr, /^There is no deletion request /)
    assert.equal((await holder.call('GET', '')).status, 200)
  })

  test('the set-up is printed with where each value comes from, and no secret of it', async () => {
    const given = {
      ...production,
      TIJDIG_STRIPE_API_KEY: `sk_live_${secret}`,
      TIJDIG_MOLLIE_API_KEY: `live_${secret}`,
      TIJDIG_DATABASE_STANDBY_URL: `postgres://tijdig@standby.example/tijdig?password=${secret}`,
      TIJDIG_GOOGLE_CLIENT_SECRET: secret,
    }
    const { code, stdout } = await run(['config', 'print', '--json'], given)
    assert.equal(code, 0, stdout)
    assert.ok(!stdout.includes(secret))
    const { variables } = JSON.parse(stdout)
    const of = (name: string) => {
      const { from, value, isHidden } = variables.find((one: { name: string }) => one.name === name)
      return [from, value, isHidden]
    }
    assert.deepEqual(of('DATABASE_URL'), ['environment', 'postgres://…@127.0.0.1:1/tijdig', false])
    assert.deepEqual(of('TIJDIG_DATABASE_STANDBY_URL'), [
      'environment',
      'postgres://…@standby.example/tijdig?password=…',
      false,
    ])
    assert.deepEqual(of('TIJDIG_SECRET'), ['environment', null, true])
    assert.deepEqual(of('TIJDIG_PORT'), ['default', '4000', false])
    assert.deepEqual(of('TIJDIG_STRIPE_API_KEY'), ['environment', null, true])
    // Whatever is named as one that opens something is hidden.
    const opening = variables.filter(({ name }: { name: string }) => /SECRET|TOKEN|_KEY/.test(name))
    assert.ok(opening.length > 8)
    assert.deepEqual(
      opening.filter(({ value }: { value: string | null }) => value !== null),
      [],
    )
    const wrong = await run(['config', 'print'], { TIJDIG_ENVIRONMENT: 'production', TIJDIG_PORT: 'door' })
    assert.equal(wrong.code, 1)
    assert.match(wrong.stdout, /^TIJDIG_PORT +environment +\(not shown\) +WRONG: it must be a port number/m)
    assert.match(wrong.stdout, /^DATABASE_URL +nothing +- +WRONG: it is needed in production/m)
  })

  test('a copy of the secret is right or wrong, and neither is shown; a password that no file holds is left as it is', async () => {
    const right = await run(['secret', 'check'], env, `${testSecret}\n`)
    assert.deepEqual([right.code, right.stderr], [0, ''])
    const wrong = await run(['secret', 'check'], env, `${secret}\n`)
    assert.deepEqual([wrong.code, wrong.stdout], [1, ''])
    assert.match(wrong.stderr, /^This copy is not the secret of the database/)
    assert.equal((await run(['secret', 'check'], env)).code, 1)
    for (const { stdout, stderr } of [right, wrong])
      for (const hidden of [secret, testSecret]) assert.ok(!`${stdout}${stderr}`.includes(hidden))
    const change = await run(['secret', 'change-database-password', '--yes'], env)
    assert.deepEqual([change.code, change.stdout], [1, ''])
    assert.match(
      change.stderr,
      /^DATABASE_URL has this password and stands in the environment|^DATABASE_URL has no password/,
    )
    assert.equal((await run(['holder', 'list'], env)).code, 0)
  })

  test('the first migration says once that the secret can never be changed', async () => {
    const { url, drop } = await testDatabase()
    const first = await run(['migrate'], { ...env, DATABASE_URL: url })
    assert.match(first.stdout, /TIJDIG_SECRET it was set up with, which can never be changed.*tijdig secret check/)
    assert.equal((await run(['migrate'], { ...env, DATABASE_URL: url })).stdout, 'The schema is up to date.\n')
    await drop()
  })

  test('at a terminal whoever would do it is asked, by name, and only yes does it', async () => {
    const holder = await product.createHolder({ displayName: 'Praktijk Noord' })
    const suspend = (input: string) => run(['holder', 'suspend', holder.id], env, input, { isTTY: true })
    for (const answer of ['no\n', 'y\n', '\n', '']) {
      const { code, stdout, stderr } = await suspend(answer)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /Praktijk Noord.* Type yes to do it: Nothing was done\.\n$/)
    }
    assert.equal((await json('holder', 'show', holder.id)).status, 'active')
    assert.equal((await suspend('yes\n')).code, 0)
    assert.equal((await json('holder', 'show', holder.id)).status, 'suspended')
  })

  test('why a message was not sent is told by any id of it, with what the reason means', async () => {
    const holder = await product.createHolder()
    const appointment = await storeAppointment(product, holder)
    const { rows } = await product.operator.query<{ id: string }>(
      `update reminder set state = 'suppressed', reason_code = 'recipient_opted_out', run_at = null, lease_until = null
       where platform_holder_id = $1 and appointment_id = $2 and kind = 'reminder' returning id`,
      [holder.id, appointment.id],
    )
    const reminder = rows[0]?.id ?? ''
    await product.operator.query(`update appointment set external_appointment_id = 'A-77' where id = $1`, [
      appointment.id,
    ])
    for (const id of [appointment.id, 'A-77', reminder]) {
      const { messages } = await json('reminder', 'why', id)
      const found = messages.find((one: { reminderId: string }) => one.reminderId === reminder)
      assert.deepEqual(
        [found.platformHolderId, found.appointmentId, found.state, found.reasonCode],
        [holder.id, appointment.id, 'suppressed', 'recipient_opted_out'],
      )
      assert.match(found.meaning, /^STOP/)
    }
    const { stdout } = await run(['reminder', 'why', reminder], env)
    assert.match(stdout, /suppressed +recipient_opted_out/)
    assert.match(stdout, /\nrecipient_opted_out: STOP, /)
    assert.match((await run(['reminder', 'why', 'nothing'], env)).stderr, /^No message is about an appointment/)
    const told = await readFile(new URL('../../docs/reminders.md', import.meta.url), 'utf8')
    for (const [code, meaning] of Object.entries(meanings))
      assert.match(told, new RegExp(`^\\| .*\`${code}\`.* \\| ${RegExp.escape(meaning)} \\|`, 'm'))
  })

  test('whose entries have a number is found, with what stands against messages to it, and noted in each trail', async () => {
    const holder = await product.createHolder()
    const appointment = await storeAppointment(product, holder)
    const number = appointment.recipient.phoneNumberE164
    const find = (input: string) => run(['recipient', 'find', '--json'], env, input)
    const optedOut = async () => {
      const { entries } = JSON.parse((await find(`${number}\n`)).stdout)
      return entries
        .filter((one: { platformHolderId: string }) => one.platformHolderId === holder.id)
        .map((one: { optedOut: string[] }) => one.optedOut)
    }
    assert.deepEqual(await optedOut(), [[]])
    await product.operator.query(
      `insert into suppression (platform_holder_id, channel, contact_key, is_active, source) values ($1, 'sms', $2, true, 'sms_reply')`,
      [holder.id, contactKey(product.services.keys, 'sms', number)],
    )
    assert.deepEqual(await optedOut(), [['sms (sms_reply)']])
    assert.deepEqual(JSON.parse((await find('nobody@example.com\n')).stdout), { entries: [] })
    assert.match((await find('somebody\n')).stderr, /must be one such as/)
    assert.match((await find('')).stderr, /standard input/)
    const { rows } = await product.operator.query(
      `select count(*) as found from audit_event where platform_holder_id = $1 and action = 'recipientFound'`,
      [holder.id],
    )
    assert.deepEqual(rows, [{ found: 2 }])
  })

  test('the help fits a screen, by groups, the version is told, and a shell completes the names of commands', async () => {
    const help = await run(['--help'], env)
    assert.equal(help.code, 0)
    const lines = help.stdout.trimEnd().split('\n')
    assert.ok(lines.length <= 48 && lines.every((line) => line.length <= 80), help.stdout)
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
    const told = await run(['--version'], env)
    assert.deepEqual(
      [told.code, told.stdout],
      [0, `tijdig ${version}, API ${contractVersion}, Node ${process.versions.node}\n`],
    )
    const script = (await run(['completion', 'bash'], env)).stdout
    const completed = (words: string, at: number) =>
      execFileSync(
        'bash',
        ['-c', `${script}\nCOMP_WORDS=(${words}); COMP_CWORD=${at}; _tijdig; echo "\${COMPREPLY[@]}"`],
        {
          encoding: 'utf8',
        },
      ).trim()
    assert.equal(completed('tijdig rep', 1), 'report')
    assert.equal(completed('tijdig holder s', 2), 'suspend show')
    assert.equal(completed('tijdig breaker drop --y', 3), '--yes')
    assert.equal(completed('tijdig events t', 2), 'tail')
    assert.equal(completed('tijdig listen --f', 2), '--forward-to')
    assert.match((await run(['completion', 'zsh'], env)).stdout, /^autoload -U \+X bashcompinit/)
    assert.equal((await run(['completion', 'fish'], env)).code, 64)
  })

  test('a reset that leaves no demo, because no worker runs, says so by its exit code', async () => {
    const { url } = await testDatabase()
    await claimInstallation(url, { environment: 'test', secret: testSecret })
    const { code, stdout } = await run(['demo', 'reset', '--yes'], { ...env, DATABASE_URL: url })
    assert.equal(code, 1)
    assert.match(stdout, /^The database is empty\. No worker is running /)
    const clinic = await run(['demo', 'clinic'], { ...env, DATABASE_URL: url })
    assert.deepEqual([clinic.code, clinic.stdout], [1, ''])
    assert.match(clinic.stderr, /^There are no demo data to add it to: /)
  })

  test('failures are one sentence on standard error, with exit code 1, or 64 of a command that is used wrongly', async () => {
    const nowhere = { ...env, DATABASE_URL: 'postgres://tijdig:hunter2@127.0.0.1:1/tijdig' }
    const cases: [args: string[], env: Record<string, string>, says: RegExp, code?: number][] = [
      [['holder', 'list', '--json'], nowhere, /^The database does not answer \(ECONNREFUSED\): check DATABASE_URL/],
      [['holder', 'activate', 'abc'], env, /`tijdig holder list` shows it/, 64],
      [['holder', 'activate', '00000000-0000-4000-8000-000000000000'], env, /^There is no such platform holder: /],
      [['holder', 'list'], { ...env, TIJDIG_PORT: 'door' }, /^TIJDIG_PORT must be a port number/],
      [['db', 'start'], env, /^DATABASE_URL names a database already: /],
      [['clock', 'advance', 'soon'], env, /such as P1D or PT30M/],
      [['clock', 'turn'], env, /unknown command 'turn'/, 64],
    ]
    for (const [args, environment, says, exitCode = 1] of cases) {
      const { code, stdout, stderr } = await run(args, environment)
      assert.deepEqual([code, stdout], [exitCode, ''], args.join(' '))
      assert.match(stderr, says)
      assert.doesNotMatch(stderr, /hunter2|\n\s+at /)
    }
  })

  test('the doctor ends with exit code 1 when something is wrong, and says so in JSON as well', async () => {
    const { code, stdout } = await run(['doctor', '--json'], { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/tijdig' })
    assert.equal(code, 1)
    assert.equal(JSON.parse(stdout).isHealthy, false)
  })

  test('a process ends with the exit code of its command, and says on its streams what the command said', async () => {
    const child = start(['holder', 'activate', 'abc'], env)
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    assert.deepEqual([code, stdout], [64, ''])
    assert.match(stderr, /`tijdig holder list` shows it/)
  })

  test('the embedded database serves other processes until it is told to stop', async () => {
    const own = { TIJDIG_DATA_DIR: join(dataDirectory, 'own'), TIJDIG_ENVIRONMENT: 'development' }
    const database = start(['db', 'start'], own)
    const exited = once(database, 'exit')
    try {
      const [line] = await once(database.stdout.setEncoding('utf8'), 'data')
      const [, url = ''] = /^DATABASE_URL=(postgres:\S+)\n$/.exec(line) ?? []
      const beside = await run(['migrate', '--json'], { ...own, DATABASE_URL: url })
      assert.ok(JSON.parse(beside.stdout).applied.length > 0)
      const found = await run(['migrate', '--json'], own)
      assert.deepEqual(JSON.parse(found.stdout), { applied: [] })
      await checkSentencesOnRoles(url, own)
    } finally {
      database.kill('SIGTERM')
    }
    assert.deepEqual(await exited, [0, null])
  })

  /** A database restored on a new server, and a new one whose user may not create roles. */
  async function checkSentencesOnRoles(url: string, own: Record<string, string>): Promise<void> {
    const owner = new Client({ connectionString: url })
    await owner.connect()
    try {
      await owner.query('alter role tijdig_operator rename to elsewhere')
      const restored = await run(['migrate'], { ...own, DATABASE_URL: url })
      await owner.query('alter role elsewhere rename to tijdig_operator')
      assert.match(
        restored.stderr,
        /Missing: tijdig_operator\. .*`create role tijdig_operator nologin; grant tijdig_operator to \w+ with admin option;`/,
      )
      await owner.query(`create role beheer login password 'x'`)
      await owner.query('grant beheer to current_user with set true')
      await owner.query('create database praktijk owner beheer')
      const limited = Object.assign(new URL(url), { username: 'beheer', password: 'x', pathname: '/praktijk' })
      const refused = await run(['migrate'], { ...own, DATABASE_URL: limited.href })
      assert.match(
        refused.stderr,
        /permission denied to create role\. .*`alter role USER createrole;`.*`tijdig migrate`\.$/m,
      )
    } finally {
      await owner.end()
    }
  }

  test('help names every command', async () => {
    const { code, stdout } = await run(['--help'], env)
    assert.equal(code, 0)
    for (const command of [
      'serve',
      'db',
      'migrate',
      'doctor',
      'holder',
      'staff',
      'import',
      'report',
      'breaker',
      'calendar',
      'voice',
      'mcp',
      'listen',
      'trigger',
      'events',
      'logs',
      'clock',
      'demo',
    ])
      assert.match(stdout, new RegExp(`^  ${command}\\b`, 'm'))
  })
})
