import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readServerVersion } from './server-version.ts'

test('a server older than PostgreSQL 15 is told from one that will do', async () => {
  const answering = (version: string, number: number) => readServerVersion(async () => [{ version, number }])
  assert.deepEqual(await answering('14.19 (Debian 14.19-1)', 140_019), { version: '14.19', isTooOld: true })
  assert.deepEqual(await answering('15.0', 150_000), { version: '15.0', isTooOld: false })
})
