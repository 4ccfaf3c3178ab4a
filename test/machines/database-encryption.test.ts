import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { examine } from '#/app/operator/doctor/doctor.ts'
import { readSettings } from '#/app/settings/read-settings.ts'
import { Client } from '#/kernel/postgres/db.ts'
import { eventually } from '../harness.ts'
import { production } from '../production-settings.ts'
import { encrypt, startPrimary } from './servers.ts'

test('the doctor warns of a database that is asked in the open from another address, and not of one that is asked encrypted or here', async (t) => {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  assert.ok(own, 'This machine needs an address besides 127.0.0.1 for this test.')
  const server = await startPrimary(t, { listen_addresses: '*' })
  const elsewhere = server.url.replace('127.0.0.1', own)
  const encryption = async (url: string, environment = 'production') => {
    const settings = readSettings({ ...production, DATABASE_URL: url, TIJDIG_OPERATOR: 'j.smit' })
    const checks = await examine(() => ({ ...settings, environment: environment as typeof settings.environment }))
    const found = checks.find(({ name }) => name === 'encryption')
    return found && [found.status, found.finding]
  }
  const open = ['warn', 'The connection to the database is not encrypted, and leaves this machine.']
  const encrypted = ['ok', 'The connection to the database is encrypted.']
  assert.deepEqual(await encryption(elsewhere), open)
  assert.equal((await encryption(server.url))?.[0], 'ok')
  assert.equal((await encryption(elsewhere, 'test'))?.[0], 'ok')

  const authority = await encrypt(t, server, own)
  const verified = `${elsewhere}?sslmode=verify-full&sslrootcert=${authority}`
  await eventually(async () => (await encryption(verified))?.[0] === 'ok')
  assert.deepEqual(await encryption(verified), encrypted)
  assert.deepEqual(await encryption(elsewhere), open, 'a server that could encrypt is not enough')
  // Whoever is not known to be the database gets no password.
  const stranger = new Client({ connectionString: `${elsewhere}?sslmode=verify-full` })
  await assert.rejects(stranger.connect(), /self-signed certificate/)
  const elsewhereStill = verified.replace(own, 'localhost')
  await assert.rejects(new Client({ connectionString: elsewhereStill }).connect(), /Hostname\/IP does not match/)
})
