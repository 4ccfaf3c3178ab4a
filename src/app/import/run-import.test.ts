import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { importOptionsFor, refuse, startIntake, timingForTests, type IntakePeer } from './intake-for-tests.ts'
import { runImport } from './run-import.ts'

const folder = mkdtempSync(join(tmpdir(), 'tijdig-import-'))
after(() => rmSync(folder, { recursive: true }))
let files = 0

const header = 'externalAppointmentId,startsAt,durationMinutes,displayName,phoneNumberE164,email'

function csvFile(lines: readonly string[]): string {
  files += 1
  const path = join(folder, `file-${files}.csv`)
  writeFileSync(path, [header, ...lines].map((line) => `${line}\n`).join(''))
  return path
}

function rows(count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `A-${index},2027-01-14T09:30,30,Patient ${index},+31612345${100 + index},`,
  )
}

async function intake(t: TestContext, options: { delayMs?: number } = {}): Promise<IntakePeer> {
  const peer = await startIntake(options)
  t.after(() => peer.stop())
  return peer
}

const ids = (peer: IntakePeer) => peer.received.map((body) => body.externalAppointmentId)

test('a column of languages goes with the people of a file, and a row with an unknown one goes without, with a warning, in a dry run too', async (t) => {
  const peer = await intake(t)
  const file = csvFile([])
  const row = (id: string, locale: string) => `${id},2027-01-14T09:30,30,Patient ${id},+31612345100,,${locale}\n`
  writeFileSync(file, [`${header},locale\n`, row('1', 'de-AT'), row('2', ''), row('3', 'Klingon')].join(''))
  const { options, heard } = importOptionsFor(peer, file)
  for (const isDryRun of [true, false]) {
    const { counts, warnings } = await runImport({ ...options, isDryRun })
    assert.deepEqual([counts.accepted + counts.created, counts.skipped, warnings], [3, 0, { LANGUAGE_UNKNOWN: 1 }])
  }
  assert.deepEqual(
    peer.received.map(({ recipient }) => recipient),
    [
      { displayName: 'Patient 1', phoneNumberE164: '+31612345100', locale: 'de' },
      { displayName: 'Patient 2', phoneNumberE164: '+31612345100' },
      { displayName: 'Patient 3', phoneNumberE164: '+31612345100' },
    ],
  )
  assert.equal(heard.filter((said) => said === 'line 4: LANGUAGE_UNKNOWN').length, 2)
})

test('every row of a file is registered, and running it again changes nothing', async (t) => {
  const peer = await intake(t)
  const file = csvFile(rows(50))
  const { options } = importOptionsFor(peer, file)
  const first = await runImport(options)
  assert.equal(first.status, 'completed')
  assert.deepEqual([first.rowsDone, first.counts.created, first.counts.skipped], [50, 50, 0])
  assert.deepEqual(peer.appointments.get('practice A-0'), {
    sourceSystem: 'practice',
    externalAppointmentId: 'A-0',
    startsAt: '2027-01-14T09:30:00+01:00',
    endsAt: '2027-01-14T10:00:00+01:00',
    timezone: 'Europe/Amsterdam',
    recipient: { displayName: 'Patient 0', phoneNumberE164: '+31612345100' },
  })
  const second = await runImport(options)
  assert.equal(second.counts.unchanged, 50)
  assert.equal(peer.appointments.size, 50)
  assert.equal(existsSync(`${file}.tijdig-import.json`), false)
  assert.equal(existsSync(`${file}.rejected.csv`), false)
})

test('bad rows are named by line and reason, kept in a file, and never shown with what stands in them', async (t) => {
  const peer = await intake(t)
  const file = csvFile([
    'A-1,2027-01-14T09:30,30,Secret Name,+31612345678,',
    'A-2,2027-01-14T09:30,30,Secret Name,12,secret@example.com',
    'A-3,2027-03-28T02:30,30,Secret Name,+31612345678,',
    'A-4,soon,30,"Secret, Name",,',
    'A-1,2027-01-15T09:30,30,Secret Name,+31612345678,',
    'A-6,2027-01-14T09:30,30,Secret Name,+31612345678',
    ',2027-01-14T09:30,30,Secret Name,+31612345678,',
    'A-8,2027-01-14T09:30,30,"Secret Name,+31612345678,',
    'A-9,2027-01-14T09:30,30,Secret Name,+31612345678,',
  ])
  const { options, heard } = importOptionsFor(peer, file)
  const { counts, rowsDone, rejectedFile } = await runImport(options)
  assert.deepEqual([rowsDone, counts.created, counts.skipped], [9, 2, 7])
  assert.deepEqual(heard, [
    'line 3: recipient.phoneNumberE164 is not a telephone number with its country code, such as +31612345678',
    'line 4: startsAt is a time the clock skips on that day (start of summer time)',
    'line 5: startsAt is not a date and time in the format of the mapping; recipient has neither an e-mail address nor a telephone number',
    'line 6: externalAppointmentId is the same as on line 2',
    'line 7:  has 5 cells where the header has 6',
    'line 8: externalAppointmentId is empty',
    'line 9:  has a quote that is opened and not closed, or is longer than 32 kB',
  ])
  assert.doesNotMatch(heard.join('\n'), /secret/i)
  const kept = readFileSync(rejectedFile!, 'utf8').split('\r\n')
  assert.equal(kept.length, 9)
  assert.equal(kept[0], `rejected_line,rejected_reason,${header}`)
  assert.match(kept[3]!, /^5,"startsAt: [^"]*",A-4,soon,30,"Secret, Name",,$/)
})

test('a corrected file of rejected rows can be imported as it is', async (t) => {
  const peer = await intake(t)
  const file = csvFile(['A-1,2027-01-14T09:30,30,Ann,12,', 'A-2,2027-01-14T09:30,30,Bo,13,'])
  const { rejectedFile } = await runImport(importOptionsFor(peer, file).options)
  writeFileSync(rejectedFile!, readFileSync(rejectedFile!, 'utf8').replace(',12,', ',+31612345678,'))
  const again = await runImport(importOptionsFor(peer, rejectedFile!).options)
  assert.deepEqual([again.counts.created, again.counts.skipped], [1, 1])
  const [head, row] = readFileSync(again.rejectedFile!, 'utf8').split('\r\n')
  assert.equal(head, `rejected_line,rejected_reason,${header}`)
  assert.match(row!, /^3,"recipient[^"]*",A-2,2027-01-14T09:30,30,Bo,13,$/)
})

test('a line that tells Excel the delimiter is no heading', async (t) => {
  const peer = await intake(t)
  const file = csvFile(rows(1))
  writeFileSync(file, `\u{FEFF}sep=;\r\n${readFileSync(file, 'utf8').replaceAll(',', ';')}`)
  const { counts } = await runImport(importOptionsFor(peer, file).options)
  assert.deepEqual([counts.created, counts.skipped], [1, 0])
})

test('what the intake refuses is a bad row with the fields it names', async (t) => {
  const peer = await intake(t)
  peer.fault = ({ body, response }) => {
    if (body.externalAppointmentId !== 'A-1') return false
    refuse(response, 400, 'VALIDATION_FAILED', 'No.', [
      { path: 'startsAt', code: 'out_of_range', message: 'At most three years ahead.' },
    ])
    return true
  }
  const { options, heard } = importOptionsFor(peer, csvFile(rows(3)))
  const { counts } = await runImport(options)
  assert.deepEqual([counts.created, counts.skipped], [2, 1])
  assert.deepEqual(heard, ['line 3: startsAt At most three years ahead.'])
})

test('a dry run finds the rows the intake would refuse, sends nothing and writes nothing', async (t) => {
  const peer = await intake(t)
  const file = csvFile([
    ...rows(3),
    'A-9,2099-01-14T09:30,30,Ann,+31612345678,',
    'A-10,2027-01-14T09:30,30,Ann,,not-an-address',
  ])
  const { options, heard } = importOptionsFor(peer, file, { isDryRun: true, apiKey: null })
  const { counts, status } = await runImport(options)
  assert.equal(status, 'completed')
  assert.deepEqual([counts.accepted, counts.skipped], [3, 2])
  assert.equal(heard.length, 2)
  assert.match(heard.join('\n'), /line 5: startsAt .*three years.*\nline 6: recipient.email /)
  assert.equal(peer.received.length, 0)
  assert.equal(existsSync(`${file}.rejected.csv`) || existsSync(`${file}.tijdig-import.json`), false)
})

test('a service that asks to slow down is obeyed by every row, and none is lost', async (t) => {
  const peer = await intake(t)
  const arrivals: number[] = []
  peer.fault = ({ count, response }) => {
    arrivals.push(performance.now())
    if (count < 5 || count > 7) return false
    response.writeHead(429, { 'retry-after': '1' }).end()
    return true
  }
  const { options, heard } = importOptionsFor(peer, csvFile(rows(40)))
  const { counts } = await runImport(options)
  assert.equal(counts.created, 40)
  assert.deepEqual(heard, ['Waiting 1 s: the service asks to slow down.'])
  const gaps = arrivals.map((at, index) => at - (arrivals[index - 1] ?? at))
  assert.ok(Math.max(...gaps) > 900, 'there was a pause of a second')
  const duringPause = arrivals.filter((at) => at > arrivals[4]! + 100 && at < arrivals[4]! + 900)
  assert.equal(duringPause.length, 0)
})

test('a service that fails, is silent or hangs up for a while loses no row', async (t) => {
  const peer = await intake(t)
  peer.fault = ({ count, response }) => {
    if (count === 3) response.writeHead(503).end()
    else if (count === 6) response.destroy()
    else if (count === 9) response.writeHead(500).end('<html>')
    else return count === 12
    return true
  }
  const timing = { ...timingForTests, requestTimeoutMs: 2_000 }
  const { options } = importOptionsFor(peer, csvFile(rows(30)), { timing })
  const { counts, status } = await runImport(options)
  assert.deepEqual([status, counts.created, peer.appointments.size], ['completed', 30, 30])
})

test('a row that alone makes the service fail is skipped with the id to ask about', async (t) => {
  const peer = await intake(t)
  peer.fault = ({ body, response }) => {
    if (body.externalAppointmentId !== 'A-2') return false
    refuse(response, 500, 'INTERNAL_ERROR', 'The operation could not be completed.')
    return true
  }
  const { options, heard } = importOptionsFor(peer, csvFile(rows(40)))
  const { counts } = await runImport(options)
  assert.deepEqual([counts.created, counts.skipped], [39, 1])
  assert.deepEqual(heard, ['line 4:  the service fails on this row (request id req_test)'])
})

test('a service that stays away stops the import, which goes on later where it stopped', async (t) => {
  const peer = await intake(t)
  const file = csvFile(['A-bad,soon,30,Ann,+31612345678,', ...rows(30)])
  peer.fault = ({ count, response }) => {
    if (count <= 10) return false
    response.writeHead(503).end()
    return true
  }
  const { options } = importOptionsFor(peer, file)
  const first = await runImport(options)
  assert.equal(first.status, 'stopped')
  assert.match(first.problem ?? '', /Given up after several attempts: the service answers 503/)
  assert.ok(first.rowsDone >= 10 && first.rowsDone <= 11)
  peer.fault = () => false
  peer.received.splice(0)
  const { options: again, heard } = importOptionsFor(peer, file)
  const second = await runImport(again)
  assert.deepEqual(
    [second.status, second.rowsDone, second.counts.created, second.counts.skipped],
    ['completed', 31, 30, 1],
  )
  assert.equal(second.resumedAfter, first.rowsDone)
  assert.match(heard[0] ?? '', /^Going on after row 1\d of the import begun at /)
  assert.equal(peer.received.length, 31 - first.rowsDone, 'no row was sent twice')
  assert.equal(readFileSync(second.rejectedFile!, 'utf8').trim().split('\r\n').length, 2)
})

test('a state that is older than what was sent costs a repetition, not a double, and no rejected row twice', async (t) => {
  const peer = await intake(t)
  const file = csvFile(['A-bad,soon,30,Ann,+31612345678,', ...rows(10), 'A-bad2,soon,30,Ann,+31612345678,'])
  const stateFile = join(folder, 'kept-state.json')
  const interruption = new AbortController()
  peer.fault = ({ count }) => {
    if (count === 5) interruption.abort()
    return false
  }
  const { options } = importOptionsFor(peer, file, { stateFile, signal: interruption.signal, concurrency: 1 })
  const first = await runImport(options)
  assert.equal(first.status, 'interrupted')
  const state = readFileSync(stateFile, 'utf8')
  peer.fault = () => false
  // A crash: everything was sent and written, but the state on disk is an older one.
  await runImport(importOptionsFor(peer, file, { stateFile }).options)
  writeFileSync(stateFile, state)
  peer.fault = ({ response }) => {
    response.writeHead(503).end()
    return true
  }
  const stopped = await runImport(importOptionsFor(peer, file, { stateFile }).options)
  assert.equal(stopped.status, 'stopped')
  const rejectedLines = () => readFileSync(stopped.rejectedFile!, 'utf8').trim().split('\r\n').length
  assert.equal(rejectedLines(), 2, 'what the state does not know of is taken back')
  peer.fault = () => false
  const last = await runImport(importOptionsFor(peer, file, { stateFile }).options)
  assert.deepEqual([last.rowsDone, last.counts.created + last.counts.unchanged, last.counts.skipped], [12, 10, 2])
  assert.equal(peer.appointments.size, 10)
  assert.equal(rejectedLines(), 3)
})

test('a file that changed, or another mapping, starts from the beginning and says so', async (t) => {
  const peer = await intake(t)
  const file = csvFile(rows(20))
  const interrupted = async () => {
    const interruption = new AbortController()
    peer.fault = ({ body }) => {
      if (body.externalAppointmentId === 'A-9') interruption.abort()
      return false
    }
    const { status } = await runImport(importOptionsFor(peer, file, { signal: interruption.signal }).options)
    assert.equal(status, 'interrupted')
    peer.fault = () => false
  }
  await interrupted()
  const other = importOptionsFor(peer, file, { timezone: 'Europe/Lisbon' })
  assert.equal((await runImport(other.options)).rowsDone, 20)
  assert.match(other.heard[0] ?? '', /another mapping or other options: starting from the beginning/)
  await interrupted()
  writeFileSync(file, `${readFileSync(file, 'utf8')}A-new,2027-01-14T09:30,30,Ann,+31612345678,\n`)
  const changed = importOptionsFor(peer, file)
  assert.deepEqual((await runImport(changed.options)).counts.created, 1)
  assert.match(changed.heard[0] ?? '', /file has changed .* starting from the beginning/)
})

test('a key that is not accepted, or is of another holder, ends it in a sentence', async (t) => {
  const peer = await intake(t)
  const file = csvFile(rows(3))
  const run = (changes: object) => runImport(importOptionsFor(peer, file, changes).options)
  await assert.rejects(run({ apiKey: 'key-2' }), /API key is not accepted: this Tijdig knows no such key\./)
  await assert.rejects(run({ holderId: 'holder-2' }), /belongs to another platform holder/)
  await assert.rejects(run({ baseUrl: 'http://192.0.2.1' }), /by https:\/\/ only/)
  await assert.rejects(run({ sourceSystem: 'local' }), /source name/)
  await assert.rejects(run({ file: join(folder, 'none.csv') }), /cannot be read \(ENOENT\)/)
  assert.equal(peer.received.length, 0)
})

test('a key revoked on the way stops the import with the rest undone', async (t) => {
  const peer = await intake(t)
  peer.fault = ({ count }) => {
    if (count === 10) peer.keys.clear()
    return false
  }
  const summary = await runImport(importOptionsFor(peer, csvFile(rows(30)), { concurrency: 1 }).options)
  assert.equal(summary.status, 'stopped')
  assert.match(summary.problem ?? '', /API key is not accepted/)
  assert.equal(summary.rowsDone, 10)
})

test('rows the mapping calls cancelled cancel, also when nothing was registered', async (t) => {
  const peer = await intake(t)
  const mapping = {
    externalAppointmentId: { column: 'externalAppointmentId' },
    startsAt: { column: 'startsAt', format: 'iso' },
    durationMinutes: { value: 30 },
    recipient: { displayName: { column: 'displayName' }, phoneNumberE164: { column: 'phoneNumberE164' } },
    cancelled: { column: 'durationMinutes', values: ['Geannuleerd'] },
  }
  await runImport(importOptionsFor(peer, csvFile(rows(2)), { mappingJson: JSON.stringify(mapping) }).options)
  const file = csvFile(['A-0,,geannuleerd,,,', 'A-7,,GEANNULEERD,,,', rows(2)[1]!])
  const { counts } = await runImport(importOptionsFor(peer, file, { mappingJson: JSON.stringify(mapping) }).options)
  assert.deepEqual([counts.cancelled, counts.unchanged, counts.skipped], [1, 2, 0])
  assert.deepEqual([...peer.appointments.keys()], ['practice A-1'])
})

test('Ctrl-C ends the command in good order, and the same command goes on without doubles', async (t) => {
  const peer = await intake(t, { delayMs: 20 })
  const file = csvFile(rows(300))
  const start = () =>
    startCommand([
      file,
      '--holder',
      'holder-1',
      '--source',
      'practice',
      '--timezone',
      'Europe/Amsterdam',
      '--url',
      peer.url,
      '--json',
    ])
  const first = start()
  t.after(() => first.child.kill('SIGKILL'))
  while (peer.received.length < 40) await sleep(10)
  first.child.kill('SIGINT')
  // As from npm, which passes on a signal that the terminal has sent to all.
  first.child.kill('SIGINT')
  assert.equal(await first.exit, 130)
  const stopped = JSON.parse(first.stdout().trim().split('\n').at(-1)!)
  assert.deepEqual(
    [stopped.status, stopped.rowsDone, peer.appointments.size],
    ['interrupted', stopped.counts.created, stopped.rowsDone],
  )
  assert.ok(stopped.rowsDone >= 40 && stopped.rowsDone < 300)
  const second = start()
  t.after(() => second.child.kill('SIGKILL'))
  assert.equal(await second.exit, 0)
  const finished = JSON.parse(second.stdout().trim().split('\n').at(-1)!)
  assert.deepEqual([finished.status, finished.rowsDone, finished.counts.created], ['completed', 300, 300])
  assert.equal(new Set(ids(peer)).size, 300)
  assert.equal(ids(peer).length, 300, 'no row was sent twice')
})

test('a killed import loses nothing and doubles nothing', async (t) => {
  const peer = await intake(t, { delayMs: 20 })
  const file = csvFile(rows(200))
  const args = [
    file,
    '--holder',
    'holder-1',
    '--source',
    'practice',
    '--timezone',
    'Europe/Amsterdam',
    '--url',
    peer.url,
  ]
  const first = startCommand(args)
  while (peer.received.length < 60) await sleep(10)
  first.child.kill('SIGKILL')
  await first.exit
  const second = startCommand(args)
  t.after(() => second.child.kill('SIGKILL'))
  assert.equal(await second.exit, 0, second.stderr())
  assert.match(second.stdout(), /^200 rows: /)
  assert.equal(peer.appointments.size, 200)
})

test('the command without a key says how to make one', async () => {
  const { exit, stderr } = startCommand([csvFile(rows(1)), '--holder', 'holder-1', '--source', 'practice'], '')
  assert.equal(await exit, 1)
  assert.match(stderr(), /TIJDIG_API_KEY is not set: a member of staff makes an API key .*demo key/s)
})

function startCommand(args: readonly string[], key = 'key-1') {
  const cli = join(import.meta.dirname, '../../main/cli.ts')
  const child: ChildProcess = spawn(process.execPath, [cli, 'import', ...args], {
    env: { ...process.env, TIJDIG_API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.setEncoding('utf8').on('data', (text) => (texts[name] += text))
  const exit = once(child, 'close').then(([code]) => code as number | null)
  return { child, exit, stdout: () => texts.stdout, stderr: () => texts.stderr }
}
