import { isDay } from '#web/ui/time/days.ts'

export const groupings = ['leadTime', 'appointmentType', 'channel', 'locale'] as const
export type Grouping = (typeof groupings)[number]

/** The days reported, and what they are broken down by; lead time when left out. */
export type DeliverySearch = { readonly from?: string; readonly to?: string; readonly by?: Grouping }

export type Period = { readonly from: string; readonly to: string }

export function readSearch({ from, to, by }: Record<string, unknown>): DeliverySearch {
  return {
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
    by: groupings.find((one) => one === by && one !== 'leadTime'),
  }
}
