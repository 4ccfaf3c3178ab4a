import { escapeHtml, htmlPage } from '#/kernel/text/html-page.ts'
import { textDirection } from '#/locales/locales.ts'
import { browserLanguage } from '#/messages/catalogues/browser-language.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import type { MessageArguments, MessageKey } from '#/messages/source/source-texts.ts'

export type PageKey = Extract<MessageKey, `page.${string}`>

/** A text in the language of the page, with the values that it names. */
export type PageText = <Key extends PageKey>(key: Key, ...values: ValuesOf<Key>) => string

type ValuesOf<Key extends PageKey> = keyof MessageArguments[Key] extends never ? [] : [MessageArguments[Key]]

export type WebPage = {
  /** For the browser's tab, before the name of the product. */
  readonly title: PageKey
  /** HTML of the page; `text` returns a text escaped for HTML. */
  readonly main: (text: PageText) => string
  /** As of `htmlPage`. */
  readonly formAction: string | null
}

/**
 * A page that the product serves itself, in the language the browser asks for, else in Dutch.
 *
 * @param acceptLanguage the header of the request
 * @returns its headers and its HTML
 */
export function webPage(
  acceptLanguage: string | undefined,
  { title, main, formAction }: WebPage,
): ReturnType<typeof htmlPage> {
  const { locale } = chooseLocale([browserLanguage(acceptLanguage)])
  const text: PageText = (key, ...[values]) =>
    // Safe: without values the text names none.
    escapeHtml(formatMessage(locale, key, (values ?? {}) as MessageArguments[typeof key]))
  return htmlPage({
    lang: locale,
    dir: textDirection(locale),
    title: `${formatMessage(locale, title, {})} – Tijdig`,
    main: main(text),
    formAction,
  })
}
