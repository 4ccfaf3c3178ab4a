import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { eventually } from '../harness.ts'
import { endOf } from '../crash/processes.ts'
import { startWorld } from '../crash/world.ts'
import { atEnd } from '../crash/at-end.ts'
import {
  assertKnownVariables,
  operatorSecrets,
  operatorSettings,
  readDeployed,
  root,
  secondsToStop,
  settingsOf,
} from './deployed.ts'

const unit = readDeployed('systemd/tijdig@.service')
const valuesOf = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
const isInstalled = spawnSync('systemd-analyze', ['--version']).error === undefined
const skip = !isInstalled && 'systemd is not installed here'

describe('the unit of systemd', () => {
  test('has the settings of the product, for two of each role on one machine', async (t) => {
    assertKnownVariables(unit)
    // systemd puts the id of a folder before the names of what it holds.
    const [id, from] = valuesOf('LoadCredential')[0]?.split(':') ?? []
    assert.equal(from, '/etc/tijdig/secrets')
    const secrets = operatorSecrets(`${id}_`)
    t.after(() => secrets.remove())
    const ofUnit = Object.fromEntries(valuesOf('Environment').map((line) => line.split(/=(.*)/, 2) as [string, string]))
    const folder = join(root, 'deploy/systemd/instances')
    const instances = await Promise.all(
      (await readdir(folder)).map(async (file) => {
        const lines = (await readFile(join(folder, file), 'utf8')).trim().split('\n')
        const { ROLE = '', ...env } = Object.fromEntries(
          lines.map((line) => line.replaceAll('"', '').split(/=(.*)/, 2) as [string, string]),
        )
        return {
          file,
          role: ROLE,
          settings: settingsOf(ROLE, {
            ...operatorSettings([]),
            CREDENTIALS_DIRECTORY: secrets.folder,
            ...ofUnit,
            ...env,
          }),
        }
      }),
    )
    assert.deepEqual(
      instances.map(({ file, role }) => [file.replace(/-\d\.env$/, ''), role]).filter(([name, role]) => name !== role),
      [],
    )
    assert.deepEqual(
      Object.entries(Object.groupBy(instances, ({ role }) => role)).map(([role, those]) => [role, those?.length]),
      [
        ['api', 2],
        ['login', 2],
        ['worker', 2],
      ],
    )
    const listening = instances.flatMap(({ role, settings: { ports } }) => [
      ports.admin,
      ...(role === 'api' ? [ports.api] : role === 'login' ? [ports.login] : []),
    ])
    assert.equal(new Set(listening).size, listening.length, `${listening} are different`)
    // As examples/proxy has them.
    for (const port of [4000, 4010, 4001, 4011]) assert.ok(listening.includes(port))
    for (const { settings } of instances) assert.ok(Number(valuesOf('TimeoutStopSec')[0]) >= secondsToStop(settings))
  })

  test('is one that systemd reads, and as closed as it was', { skip }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'tijdig-unit-'))
    atEnd(t, () => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'tijdig@api-1.service')
    await writeFile(file, unit.replace('/opt/tijdig/node_modules/.bin/node', process.execPath))
    const run = promisify(execFile)
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', file])
    assert.equal(stderr, '')
    await run('systemd-analyze', ['security', '--offline=true', '--threshold=15', file])
  })

  test('hears when a process is ready, that it is alive, and when it stops', { skip }, async (t) => {
    const world = await startWorld(t)
    const folder = await mkdtemp(join(tmpdir(), 'tijdig-notify-'))
    atEnd(t, () => rm(folder, { recursive: true, force: true }))
    const socket = join(folder, 'notify')
    const heard: string[] = []
    // Node cannot listen on such a socket. Perl is part of every Debian.
    const listener = spawn('perl', [
      '-MSocket',
      '-e',
      'socket(S, PF_UNIX, SOCK_DGRAM, 0); bind(S, sockaddr_un($ARGV[0])); $| = 1; print "bound\n"; while (defined(recv(S, $m, 4096, 0))) { print "$m\n" }',
      socket,
    ])
    atEnd(t, async () => listener.kill())
    listener.stdout.setEncoding('utf8').on('data', (text: string) => heard.push(...text.split('\n')))
    await eventually(async () => heard.includes('bound'))
    const worker = await world.startWorker({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: '1000000' })
    await eventually(async () => heard.includes('READY=1') && heard.filter((one) => one === 'WATCHDOG=1').length > 1)
    assert.ok(!heard.includes('STOPPING=1'))
    worker.signal('SIGTERM')
    assert.equal((await endOf(worker)).code, 0, worker.output())
    await eventually(async () => heard.includes('STOPPING=1'))
  })
})
