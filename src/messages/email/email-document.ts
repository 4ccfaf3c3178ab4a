/** One piece of an e-mail. The text part and the HTML part are written from the same pieces, so they always say the same. */
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
  /** Where the value leads, an https or tel address; null when nowhere. */
  readonly href: string | null
}

/** Writes the plain text part. */
export function renderEmailText(blocks: readonly EmailBlock[]): string {
  return `${blocks.map(blockText).join('\n\n')}\n`
}

function blockText(block: EmailBlock): string {
  if (block.kind === 'details') return block.rows.map((row) => `${row.label}: ${row.value}`).join('\n')
  if (block.kind === 'action' || block.kind === 'noteLink') return `${block.label}:\n${block.url}`
  return block.text
}
