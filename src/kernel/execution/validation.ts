import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Static, TSchema } from 'typebox'
import { isInstantText } from '#/kernel/time/instant-text.ts'

/** Nothing is coerced, removed or added: what is validated is what came in. */
export const ajv = new Ajv2020({
  allErrors: true,
  discriminator: true,
  strict: false,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  // A test compiles all of ours strictly; the rules for schemas take a tenth of a start to compile.
  meta: false,
  validateSchema: false,
})
formats.default(ajv, ['date', 'email'])
ajv.addFormat('date-time', isInstantText)

/** Whether a value is what a schema says. The schema is compiled at its first use. */
export function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return ajv.validate(schema, value)
}

/** @throws Error when a value is not what a schema says; it names the place, never the value */
export function checked<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (fits(schema, value)) return value
  throw new Error(`Not as expected: ${ajv.errorsText(ajv.errors, { dataVar: 'value' })}`)
}
