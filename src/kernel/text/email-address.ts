import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { Email } from '#/kernel/schema.ts'

// Compiling the rules for schemas takes longer than all else that is done at the start.
const ajv = new Ajv2020({ meta: false, validateSchema: false })
formats.default(ajv, ['email'])

/** Whether the API accepts a text as an e-mail address, so that a stored one is always accepted again. */
export const isEmail: (text: string) => boolean = ajv.compile(Email)
