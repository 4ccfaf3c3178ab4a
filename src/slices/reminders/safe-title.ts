import { chooseLocale } from '#/messages/locales.ts'

/**
 * What a message may call an appointment: the name of its type, when that is marked smsSafe and there is one in the
 * language of the message (G11, G12). The appointment's own title is free text and never goes.
 *
 * @param safeName the names of the type by locale; null unless it is marked smsSafe
 * @param localePreferences as they are given to the renderer
 */
export function safeTitle(
  safeName: Readonly<Record<string, string>> | null,
  localePreferences: readonly (string | null)[],
): string | null {
  return safeName?.[chooseLocale(localePreferences).locale] ?? null
}
