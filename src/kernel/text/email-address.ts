import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { Email } from '#/kernel/schema.ts'

const ajv = new Ajv2020()
formats.default(ajv, ['email'])

/** Whether the API would take a text for an e-mail address: whoever is stored with one must be able to give it again. */
export const isEmail: (text: string) => boolean = ajv.compile(Email)
