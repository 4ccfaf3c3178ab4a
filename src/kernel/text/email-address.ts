import { Email } from '#/kernel/schema.ts'
import { fits } from '#/kernel/execution/validation.ts'

/** Whether the API accepts a text as an e-mail address, so that a stored one is always accepted again. */
export const isEmail = (text: string): boolean => fits(Email, text)
