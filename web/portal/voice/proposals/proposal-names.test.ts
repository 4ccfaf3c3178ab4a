/* oxlint-disable import/no-unassigned-import -- before what it lets be imported */
import '../../../../scripts/testing/web-texts.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '#/app/operations.ts'
import { agentCatalogue } from '#/surfaces/agents/catalogue.ts'

// After the macro of its texts has been replaced.
const { fieldAt } = await import('./proposal-fields.ts')
const { proposalNames } = await import('./proposal-names.ts')

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly (string | null)[]
  readonly required?: readonly string[]
  readonly type?: string | readonly string[]
}
const proposals = [...agentCatalogue(operations).values()].filter(({ mode }) => mode === 'proposal')

test('whatever a proposal can show has a name, and every word of the API among its values too', () => {
  const missing: string[] = []
  for (const { operationId, inputSchema, operation } of proposals) {
    const { fields = {} } = proposalNames[operationId] ?? {}
    const { params, target } = operation.contract
    const walk = (schema: Schema, path: string): void => {
      const field = fieldAt(fields, path)
      if (!field && isShown(schema)) missing.push(`${operationId} ${path}`)
      if (isText(schema)) return
      for (const value of schema.enum ?? []) {
        if (value === null || field?.as === 'language' || field?.values?.[value]) continue
        missing.push(`${operationId} ${path} ${value}`)
      }
      for (const [name, property] of Object.entries(schema.properties ?? {})) walk(property, `${path}.${name}`)
      if (schema.items?.properties) walk(schema.items, `${path}.0`)
    }
    const { properties = {} } = inputSchema as Schema
    for (const [name, property] of Object.entries(properties)) if (!(name in params.properties)) walk(property, name)
    for (const path of target?.shows ?? []) if (!fieldAt(fields, path)) missing.push(`${operationId} ${path}`)
    for (const [path, value] of Object.entries(target?.becomes ?? {}))
      if (!fieldAt(fields, path)?.values?.[String(value)]) missing.push(`${operationId} ${path} ${String(value)}`)
  }
  assert.deepEqual(missing, [])
})

test('no name is left of what no agent can propose any more', () => {
  assert.deepEqual(Object.keys(proposalNames).toSorted(), proposals.map(({ operationId }) => operationId).toSorted())
})

/** Whether it stands in a proposal as one value: always but for an object that has a part in any case. */
function isShown({ properties, required = [], type = [] }: Schema): boolean {
  return properties === undefined || required.length === 0 || type.includes('null')
}

function isText({ properties = {} }: Schema): boolean {
  return 'nl' in properties && 'en' in properties
}
