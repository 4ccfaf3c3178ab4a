import { escapeHtml } from '#/kernel/text/html-page.ts'
import type { DetailRow, EmailBlock } from './email-document.ts'

export type EmailPage = {
  readonly subject: string
  /** BCP 47 language of the text. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly blocks: readonly EmailBlock[]
}

/**
 * Writes the HTML part: one column, no images, no scripts, inline styles because several mail clients drop style
 * sheets. The only style sheet is for dark mode; all colours meet WCAG AA (4.5:1) in both.
 */
export function renderEmailHtml(page: EmailPage): string {
  const align = page.direction === 'rtl' ? 'right' : 'left'
  const isNastaliq = page.language === 'ur'
  const fonts = isNastaliq ? nastaliqFonts : plainFonts
  const look: Look = { align, leading: isNastaliq ? 1.5 : 1 }
  const body = page.blocks.map((block) => blockHtml(block, look)).join('\n')
  return `<!doctype html>
<html lang="${escapeHtml(page.language)}" dir="${page.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(page.subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page, .card { background-color: #111827 !important; }
.text { color: #f3f4f6 !important; }
.muted, .muted a { color: #d1d5db !important; }
.line { border-color: #4b5563 !important; }
.text a { color: #93c5fd !important; }
.button { background-color: #93c5fd !important; color: #0b1220 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f3f4f6;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f3f4f6;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background-color:#ffffff;border-radius:8px;">
<tr><td align="${align}" dir="${page.direction}" style="padding:28px 24px;font-family:${fonts};">
${body}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const plainFonts = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
// Urdu is read in Nastaliq, which needs taller lines.
const nastaliqFonts = "'Noto Nastaliq Urdu','Jameel Noori Nastaleeq',serif"

/** Alignment of text, and the height of its lines relative to Latin letters. */
type Look = { readonly align: string; readonly leading: number }

function blockHtml(block: EmailBlock, { align, leading }: Look): string {
  switch (block.kind) {
    case 'heading':
      return `<h1 class="text" style="margin:0 0 20px;font-size:20px;line-height:${28 * leading}px;font-weight:600;color:#1f2937;">${escapeHtml(block.text)}</h1>`
    case 'paragraph':
      return `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:${24 * leading}px;color:#1f2937;">${escapeHtml(block.text)}</p>`
    case 'details':
      return detailsHtml(block.rows, { align, leading })
    case 'action':
      return `<p style="margin:8px 0 24px;"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background-color:#1d4ed8;color:#ffffff;font-size:16px;line-height:${24 * leading}px;font-weight:600;text-decoration:none;">${escapeHtml(block.label)}</a></p>`
    case 'code':
      return `<p class="text" dir="ltr" style="margin:8px 0 24px;font-size:32px;line-height:${40 * leading}px;letter-spacing:6px;font-family:Menlo,Consolas,monospace;color:#1f2937;">${escapeHtml(block.text)}</p>`
    case 'note':
      return `<p class="muted" style="margin:0 0 8px;font-size:14px;line-height:${20 * leading}px;color:#4b5563;">${escapeHtml(block.text)}</p>`
    case 'noteLink':
      return `<p class="muted" style="margin:0 0 8px;font-size:14px;line-height:${20 * leading}px;color:#4b5563;"><a href="${escapeHtml(block.url)}" style="color:#4b5563;text-decoration:underline;">${escapeHtml(block.label)}</a></p>`
  }
}

function detailsHtml(rows: readonly DetailRow[], { align, leading }: Look): string {
  const cell = `align="${align}" valign="top" style="padding:6px 0;font-size:16px;line-height:${24 * leading}px;`
  const lines = rows.map((row) => {
    const value = escapeHtml(row.value)
    const content =
      row.href === null
        ? value
        : `<a href="${escapeHtml(row.href)}" style="color:#1d4ed8;text-decoration:underline;">${value}</a>`
    return `<tr><th scope="row" class="muted" width="110" ${cell}font-weight:400;color:#4b5563;">${escapeHtml(row.label)}</th><td class="text" ${cell}color:#1f2937;overflow-wrap:anywhere;">${content}</td></tr>`
  })
  return `<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-top:1px solid #d1d5db;border-bottom:1px solid #d1d5db;">
${lines.join('\n')}
</table>`
}
