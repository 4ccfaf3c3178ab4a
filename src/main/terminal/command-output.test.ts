import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeJson, safeText, table } from './command-output.ts'

const name = 'a\u001b[2Jb\u009bc\rd\u202ee\u2066f\u0007'

test('what tenants wrote cannot steer a terminal', () => {
  assert.equal(safeText(`${name}\n`), 'a\uFFFD[2Jb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uFFFD\n')
  assert.equal(safeText('Contrôle 日本 👍🏽 عيادة'), 'Contrôle 日本 👍🏽 عيادة')
})

test('JSON of the same text has it in full, and nothing that steers a terminal', () => {
  const json = safeJson({ name })
  assert.equal(JSON.parse(json).name, name)
  assert.equal(safeText(json), json)
})

test('a cell stays in its row', () => {
  assert.equal(table(['name', 'count'], [['a\nb', 1]]), 'name  count\na\uFFFDb       1')
})
