import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { examine } from '#/app/operator/doctor/doctor.ts'
import { Client } from '#/kernel/postgres/db.ts'
import { findServerUser } from '#/embedded-postgres/embedded-postgres-binaries.ts'
import { runCommand } from '#/main/run-command.ts'
import { callApi, eventually, startTestProduct, testSecret } from '../harness.ts'
import { atEnd } from '../crash/at-end.ts'
import { startPrimary } from './servers.ts'

test('a full disk is called one: by readiness, metrics, doctor and commands', async (t) => {
  const disk = smallDisk(t)
  if (disk === null) return t.diagnostic('Did nothing: a disk of its own can only be mounted as root')
  const server = await startPrimary(t)
  const user = await findServerUser()
  if (user) chownSync(disk, user.uid, user.gid)
  await server.administer(`create tablespace small location '${disk}'`)
  await server.administer('grant create on tablespace small to public')
  await server.administer('alter database tijdig set temp_tablespaces = small')
  const product = await startTestProduct({
    roles: ['api', 'login'],
    database: { url: server.url, drop: async () => undefined },
  })
  atEnd(t, () => product.stop())
  const ready = (origin: string) => callApi(`${origin}/readyz`, 'GET')
  const databaseSeries = async () => {
    const series = await (await fetch(`http://127.0.0.1:${product.settings.ports.admin}/metrics`)).text()
    return series.split('\n').filter((line) => /^tijdig_database_(up|fault\{reason="disk_full"\}) /.test(line))
  }
  assert.equal((await ready(product.baseUrl)).status, 200)
  assert.deepEqual(await databaseSeries(), ['tijdig_database_up 1', 'tijdig_database_fault{reason="disk_full"} 0'])

  writeFileSync(join(disk, 'full'), Buffer.alloc(diskBytes - 65_536))
  for (const origin of [product.baseUrl, product.loginUrl]) {
    const refused = await eventually(async () => {
      const answer = await ready(origin)
      return answer.status === 503 ? answer : null
    }, 20_000)
    assert.match(refused.body.error.message, /disk of the database is full/)
  }
  assert.deepEqual(await databaseSeries(), ['tijdig_database_up 0', 'tijdig_database_fault{reason="disk_full"} 1'])
  const checks = await examine(() => product.settings)
  assert.deepEqual(
    checks.filter(({ name, status }) => name === 'database' && status === 'fail').map(({ finding }) => finding),
    ['Its disk is full.'],
  )
  // What a command records finds no room either.
  await fillTrail(server.url)
  const { code, said } = await command(['holder', 'list'], {
    TIJDIG_ENVIRONMENT: 'test',
    TIJDIG_SECRET: testSecret,
    DATABASE_URL: server.url,
  })
  assert.equal(code, 1)
  assert.match(said, /The disk of the database is full: make room there/)

  rmSync(join(disk, 'full'))
  await eventually(async () => (await ready(product.baseUrl)).status === 200, 20_000)
})

/** Has the trail refuse rows as on a full disk. */
async function fillTrail(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`create function refuse_row() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await client.query(
      'create trigger refuse_row before insert on audit_event for each row execute function refuse_row()',
    )
  } finally {
    await client.end()
  }
}

const diskBytes = 4_194_304

/** @returns the folder of a file system of four megabytes; null where this process may mount none */
function smallDisk(t: TestContext): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'tijdig-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder])
  atEnd(t, async () => {
    if (mounted.status === 0) execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  return mounted.status === 0 ? folder : null
}

async function command(args: readonly string[], env: Record<string, string>) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const code = await runCommand(args, { env, stdin: Readable.from([]), stdout, stderr })
  return { code, said: await text(stderr.end()) }
}
