/* oxlint-disable import/no-unassigned-import -- before what it lets be imported */
import '../../../../scripts/testing/web-texts.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '#/app/operations.ts'
import { scopesOf } from '#/surfaces/scopes.ts'

// After the macro of its texts has been replaced.
const { scopeText } = await import('./scope-text.ts')

test('whatever a restricted key of staff can have stands in the form, and nothing else', () => {
  const ofKeys = scopesOf(operations, 'platform_holder_user', 'apiKey').filter(
    (scope) => !scope.startsWith('api-keys:'),
  )
  assert.deepEqual(Object.keys(scopeText).toSorted(), ofKeys)
})
