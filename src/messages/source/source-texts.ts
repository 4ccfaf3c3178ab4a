import { appointmentTexts } from './appointment-texts.ts'
import type { ArgumentsOf } from './entry.ts'
import { proposalTexts } from './proposal-texts.ts'
import { serviceTexts } from './service-texts.ts'
import { staffTexts } from './staff-texts.ts'

/**
 * Every text that a person gets, in English, the language they are translated from. A new text is one line in one of these
 * tables; `npm run -s texts` then adds it to the translations, where it waits for its words.
 */
export const sourceTexts = { ...appointmentTexts, ...serviceTexts, ...staffTexts, ...proposalTexts }

/** Names a text. */
export type MessageKey = keyof typeof sourceTexts

/** The arguments of each text, as its English names them. */
export type MessageArguments = { readonly [Key in MessageKey]: ArgumentsOf<(typeof sourceTexts)[Key]['text']> }

/** The names of all texts, in the order in which they stand here. */
export const messageKeys = Object.keys(sourceTexts) as MessageKey[]
