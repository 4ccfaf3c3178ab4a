import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../test/postgres.ts'
import { JobPool } from './job-pool.ts'

test('a connection may be given back twice, and to a pool that is ending and had none', async () => {
  const { url } = await testDatabase()
  const pool = new JobPool({ connectionString: url, max: 1 })
  const takeAndGiveBack = () =>
    new Promise<boolean>((resolve, reject) => {
      pool.connect((error, _client, release) => {
        try {
          release()
          release()
          resolve(error === undefined)
        } catch (fault) {
          reject(fault as Error)
        }
      })
    })
  assert.equal(await takeAndGiveBack(), true)
  assert.equal(await takeAndGiveBack(), true)
  const ended = pool.end()
  assert.equal(await takeAndGiveBack(), false)
  await ended
})
