import { plural } from '@lingui/core/macro'
import { intlTag } from '#web/ui/dates.ts'
import { currentLocale } from '#web/ui/i18n.tsx'

/** How long before the start, in one unit; `mixed` where it needs several, which only the API can say. */
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

/** In words: «3 days», «1 day, 2 hours». By texts of ours: browsers do not have them in each of our languages. */
export function offsetWords(iso: string): string {
  const [, ...amounts] = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(iso) ?? []
  const given = amounts.flatMap((amount, unit) => (amount === undefined ? [] : [words[unit]?.(Number(amount)) ?? '']))
  return new Intl.ListFormat(intlTag(currentLocale()), { type: 'unit' }).format(given)
}

const words = [
  (count: number) => plural(count, { one: '# week', other: '# weeks' }),
  (count: number) => plural(count, { one: '# day', other: '# days' }),
  (count: number) => plural(count, { one: '# hour', other: '# hours' }),
  (count: number) => plural(count, { one: '# minute', other: '# minutes' }),
]
