import { Ajv2020 } from 'ajv/dist/2020.js'
import { PhoneE164 } from '#/kernel/schema.ts'

const ajv = new Ajv2020({ meta: false, validateSchema: false })

/** Whether the API accepts a text as a telephone number: E.164 with its plus sign. */
export const isPhoneE164: (text: string) => boolean = ajv.compile(PhoneE164)
