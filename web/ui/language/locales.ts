/** The interface languages, as the server has them. */
export { endonyms as languageNames } from '#/locales/endonyms.ts'
export {
  isLocale,
  intlTag,
  locales,
  localeOf as closestLocale,
  textDirection as directionOf,
  type Locale,
} from '#/locales/locales.ts'
