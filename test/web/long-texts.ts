import type { BrowserContext } from 'playwright-core'

/** A text of a compiled catalogue: words and placeholders, which have a text per case for plurals and choices. */
type Compiled = readonly (string | readonly [name: string, ...format: unknown[]])[]

/** Makes the English texts nearly half longer, with accents, to show where translations would lack room. */
export async function lengthenTexts(context: BrowserContext): Promise<void> {
  // Those of the component library are code.
  await context.route(/\/assets\/texts-[\w-]+\/(?!components\.)[\w-]+\.en\.js$/, async (route) => {
    const answer = await route.fetch()
    const code = await answer.text()
    await route.fulfill({ response: answer, body: code.replace(/\{.*\}/s, lengthened) })
  })
}

function lengthened(json: string): string {
  const messages = JSON.parse(json) as Record<string, Compiled>
  return JSON.stringify(Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, longer(message)])))
}

function longer(message: Compiled): Compiled {
  return message.map((part) => {
    if (typeof part === 'string') return longText(part)
    const [name, format, cases] = part
    return typeof cases === 'object' && cases !== null ? [name, format, longerCases(cases)] : part
  })
}

/** One of the cases of a choice may be a number, its offset. */
function longerCases(cases: object): object {
  const long = Object.entries(cases).map(([key, one]) => [key, Array.isArray(one) ? longer(one as Compiled) : one])
  return Object.fromEntries(long)
}

/** Lengthens an English text, except its tags. */
export function longText(text: string): string {
  return text.replaceAll(/<[^>]+>|[aeiou]/g, (found) => accented[found] ?? found)
}

const accented: Record<string, string> = { a: 'àà', e: 'éé', i: 'îî', o: 'õõ', u: 'üü' }
