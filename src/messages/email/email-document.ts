import type { Locale } from '#/locales/locales.ts'

/** One piece of an e-mail. The text and HTML parts are written from the same pieces, so they always say the same. */
export type EmailBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'details'; readonly rows: readonly DetailRow[] }
  | { readonly kind: 'action'; readonly label: string; readonly url: string }
  /** A code to be typed over, set large. */
  | { readonly kind: 'code'; readonly text: string }
  /** Small print. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'noteLink'; readonly label: string; readonly url: string }

export type DetailRow = {
  readonly label: string
  readonly value: string
  /** Where the value links to, an https or tel address; null for no link. */
  readonly href: string | null
}

/** Writes the plain text part. */
export function renderEmailText(locale: Locale, blocks: readonly EmailBlock[]): string {
  return `${blocks.map((block) => blockText(locale, block)).join('\n\n')}\n`
}

function blockText(locale: Locale, block: EmailBlock): string {
  const colon = colons[locale] ?? ':'
  if (block.kind === 'details') {
    const gap = colon === '：' ? '' : ' '
    return block.rows.map((row) => `${row.label}${colon}${gap}${row.value}`).join('\n')
  }
  if (block.kind === 'action' || block.kind === 'noteLink') return `${block.label}${colon}\n${block.url}`
  return block.text
}

/** What follows a label, where it is not a plain colon: French puts a no-break space before it. */
const colons: Partial<Record<Locale, string>> = { fr: '\u00a0:', 'zh-Hans': '：', 'zh-Hant': '：', ja: '：' }
