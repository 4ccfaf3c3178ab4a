import { PhoneE164 } from '#/kernel/schema.ts'
import { fits } from '#/kernel/execution/validation.ts'

/** Whether the API accepts a text as a telephone number: E.164 with its plus sign. */
export const isPhoneE164 = (text: string): boolean => fits(PhoneE164, text)
