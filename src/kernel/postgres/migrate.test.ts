import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationNames } from './migrate.ts'

test('migrations are applied in the order of their numbers, and a file that would be passed over is refused', () => {
  assert.deepEqual(migrationNames(['0033_oauth2.sql', 'login', '0002_holders.sql', '.DS_Store']), [
    '0002_holders.sql',
    '0033_oauth2.sql',
  ])
  for (const name of ['33_oauth.sql', '0033-oauth.sql', '0033_OAuth.sql', '0033_oauth.up.sql'])
    assert.throws(() => migrationNames(['0002_holders.sql', name]), { message: new RegExp(`^Migration ${name} `) })
})
