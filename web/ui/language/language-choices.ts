import { languageNames, locales } from './locales.ts'

/** Every language, by its own name, to choose from. */
export const languageChoices = locales.map((id) => ({ id, name: languageNames[id], lang: id }))
