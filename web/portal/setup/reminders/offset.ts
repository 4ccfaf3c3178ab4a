import { plural, t } from '@lingui/core/macro'
import { enumeration } from '#web/ui/enumeration.ts'

/** How long before the start, in one unit; `mixed` where it needs several, which only the API can set. */
export type Offset = { readonly amount: number; readonly unit: 'days' | 'hours' | 'mixed' }

/** Reads an ISO 8601 duration as the API gives it: `P3D`, `P1W`, `PT24H`. */
export function readOffset(iso: string): Offset {
  const [, weeks, days, hours] = /^P(?:(\d+)W|(\d+)D|T(\d+)H)$/.exec(iso) ?? []
  if (weeks !== undefined) return { amount: Number(weeks) * 7, unit: 'days' }
  if (days !== undefined) return { amount: Number(days), unit: 'days' }
  if (hours !== undefined) return { amount: Number(hours), unit: 'hours' }
  return { amount: 0, unit: 'mixed' }
}

export function writeOffset({ amount, unit }: { readonly amount: number; readonly unit: 'days' | 'hours' }): string {
  return unit === 'days' ? `P${amount}D` : `PT${amount}H`
}

/** The longest the API takes, thirty days. */
export const longest = { days: 30, hours: 720 } as const

/** In words that go with «before»: «3 days», «1 day, 2 hours». Our own: browsers lack some of our languages. */
export function offsetWords(iso: string): string {
  const parts = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(iso)?.slice(1) ?? []
  const [weeks = 0, ownDays = 0, hours = 0, minutes = 0] = parts.map((part) => Number(part ?? 0))
  const days = weeks * 7 + ownDays
  const words = [
    days > 0 && t({ context: 'stands with “before”', message: plural(days, { one: '# day', other: '# days' }) }),
    hours > 0 && t({ context: 'stands with “before”', message: plural(hours, { one: '# hour', other: '# hours' }) }),
    minutes > 0 &&
      t({ context: 'stands with “before”', message: plural(minutes, { one: '# minute', other: '# minutes' }) }),
  ].filter((part) => part !== false)
  return enumeration(words)
}
