import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { locales, type Locale } from '#/locales/locales.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { exampleAppointment, exampleMessageInput } from '#/messages/example-message-input.ts'
import { messageKinds, type MessageInput } from '#/messages/message-input.ts'
import { renderEmail } from '#/messages/email/render-email.ts'
import { renderSms } from '#/messages/sms/render-sms.ts'
import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import type { BenchServer } from '../seeding/database.ts'
import { median, progress } from '../measuring/result.ts'
import type { BenchSettings } from '../settings.ts'

// Without it, garbage of the rendering would count as memory of the texts.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const messages = 150
const rounds = 5
/** The fastest counts, because other work on the machine only adds time. */
const tries = 8

/**
 * Rendering text messages and mails in each language, in turn with Dutch. The ratio is the time in the slowest language
 * over that in Dutch; a second result is how much the heap grows for the texts of all.
 */
export async function benchRender(_server: BenchServer, _settings: BenchSettings): Promise<BenchOutcome> {
  const heapBefore = heapUsed()
  for (const locale of locales) render(locale, 5)
  const megabytes = (heapUsed() - heapBefore) / 2 ** 20
  for (let round = 0; round < 3; round += 1) for (const locale of locales) render(locale, 100)

  const byLocale = locales.map((locale) => {
    const ratios = Array.from({ length: rounds }, () => {
      const times = Array.from({ length: tries }, () => [render(locale, messages), render('nl', messages)] as const)
      return Math.min(...times.map(([own]) => own)) / Math.min(...times.map(([, dutch]) => dutch))
    })
    progress(`render: ${locale} ${median(ratios).toFixed(3)}`)
    return { locale, ratios }
  })
  const slowest = byLocale.toSorted((one, other) => median(other.ratios) - median(one.ratios))[0]
  return {
    notes: [
      `render: slowest is ${slowest?.locale}`,
      `render: languages with texts ${locales.filter((locale) => chooseLocale([locale]).locale === locale).length}`,
    ],
    results: [
      { name: 'render-memory', ratios: [megabytes], target: 30, unit: 'MiB' },
      { name: 'render', ratios: slowest?.ratios ?? [], target: 1.3 },
    ],
  }
}

/** Renders `count` messages, each as text message and as mail. @returns milliseconds */
function render(locale: Locale, count: number): number {
  const inputs = Array.from({ length: count }, (_, index) => input(locale, index))
  const begunMs = performance.now()
  for (const message of inputs) {
    renderSms(message)
    renderEmail(message)
  }
  return performance.now() - begunMs
}

/** Every message has another name, as in production; days and times repeat. */
function input(locale: Locale, index: number): MessageInput {
  const kind = messageKinds[index % messageKinds.length] ?? 'reminder'
  const startsAt = Temporal.Instant.from('2026-12-01T08:00:00Z').add({ minutes: 15 * (index % 400) })
  return exampleMessageInput({
    kind,
    localePreferences: [locale],
    recipientName: `Sam de Vries ${index}`,
    appointments: [exampleAppointment({ startsAt, endsAt: startsAt.add({ minutes: 15 }) })],
  })
}

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
