import { appointmentTexts } from './appointment-texts.ts'
import type { ArgumentsOf } from './entry.ts'
import { serviceTexts } from './service-texts.ts'
import { staffTexts } from './staff-texts.ts'

/**
 * Every text that the server sends, in English, from which they are translated. A new text is one line in one of these
 * tables; `npm run -s texts update` then adds it, still untranslated, to every translation.
 */
export const sourceTexts = { ...appointmentTexts, ...serviceTexts, ...staffTexts }

/** The name of a text. */
export type MessageKey = keyof typeof sourceTexts

/** The arguments of each text, as its English names them. */
export type MessageArguments = { readonly [Key in MessageKey]: ArgumentsOf<(typeof sourceTexts)[Key]['text']> }

/** The names of all texts, in the order above. */
export const messageKeys = Object.keys(sourceTexts) as MessageKey[]

/** The names of those that a message about appointments is made of. */
export const reminderKeys = Object.keys(appointmentTexts) as (keyof typeof appointmentTexts)[]
