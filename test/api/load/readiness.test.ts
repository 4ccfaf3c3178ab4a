import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { callApi, startTestProduct } from '../../harness.ts'
import { testDatabase } from '../../postgres.ts'

test('both servers are ready while both databases have the schema of this code, and not without', async () => {
  const signIns = await testDatabase()
  const product = await startTestProduct({
    roles: ['api', 'login'],
    env: { TIJDIG_LOGIN_DATABASE_URL: signIns.url },
  })
  const [main, login] = [product.databaseUrl, signIns.url].map((connectionString) => new Client({ connectionString }))
  await Promise.all([main?.connect(), login?.connect()])
  const statuses = () =>
    Promise.all(
      [product.baseUrl, product.loginUrl].map(async (origin) => (await callApi(`${origin}/readyz`, 'GET')).status),
    )
  try {
    assert.deepEqual(await statuses(), [200, 200])
    const { rows } = (await login?.query('delete from login.schema_migration returning *')) ?? { rows: [] }
    assert.deepEqual(await statuses(), [503, 503])
    for (const { name, checksum } of rows)
      await login?.query('insert into login.schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    assert.deepEqual(await statuses(), [200, 200])
    await main?.query(`delete from schema_migration where name = 'baseline'`)
    assert.deepEqual(await statuses(), [503, 503])
  } finally {
    await Promise.all([main?.end(), login?.end()])
    await product.stop()
    await signIns.drop()
  }
})
