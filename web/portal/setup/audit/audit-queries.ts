import type { DataOf, ItemOf } from '#web/api/client.ts'
import { addDays, isDay, startOfDay } from '#web/ui/time/days.ts'
import { read } from '../../developer-routes.ts'

export type TrailEvent = ItemOf<'listAuditEvents'>
export type ControlledStaff = DataOf<'getAuditControlList'>['items'][number]

export const orders = ['people', 'outside', 'often'] as const
export type Order = (typeof orders)[number]

/** What the trail is looked for by, in days of the organization's zone, and the entry that is open; or the control list of a month. */
export type AuditSearch = {
  readonly actor?: string
  readonly subject?: string
  readonly from?: string
  readonly to?: string
  readonly pageToken?: string
  readonly open?: string
  readonly control?: true
  readonly month?: string
  readonly order?: Order
}

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { actor, subject, from, to, pageToken, open, control, month, order } = search
  return {
    actor: textOf(actor, idForm),
    subject: textOf(subject, idForm),
    from: isDay(from) ? from : undefined,
    to: isDay(to) && !(isDay(from) && to < from) ? to : undefined,
    pageToken: textOf(pageToken, /./),
    open: textOf(open, idForm),
    control: control === true ? true : undefined,
    month: textOf(month, /^\d{4}-(0[1-9]|1[0-2])$/),
    order: orders.find((one) => one === order),
  }
}

function textOf(value: unknown, form: RegExp): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined
}

const idForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/

/** As many days as one look takes. */
const daysMax = 31

/** What the API is asked by; the last day is included. */
export function trailFilter({ actor, subject, from, to }: AuditSearch, timeZone: string): Record<string, string> {
  const end = from === undefined ? to : earlier(addDays(from, daysMax - 1), to)
  return {
    ...(actor === undefined ? {} : { actor }),
    ...(subject === undefined ? {} : { subject }),
    ...(from === undefined ? {} : { from: startOfDay(from, timeZone) }),
    ...(end === undefined ? {} : { to: startOfDay(addDays(end, 1), timeZone) }),
  }
}

function earlier(one: string, other: string | undefined): string {
  return other !== undefined && other < one ? other : one
}

/** The entries that fit, newest first. */
export function trail(holder: string, timeZone: string, search: AuditSearch) {
  const { pageToken } = search
  return read('listAuditEvents', {
    params: { platformHolderId: holder },
    query: { ...trailFilter(search, timeZone), ...(pageToken === undefined ? {} : { pageToken }) },
  })
}

/** Of this month when none is given. */
export function controlList(holder: string, { month, order }: AuditSearch) {
  return read('getAuditControlList', {
    params: { platformHolderId: holder },
    query: { ...(month === undefined ? {} : { month }), ...(order === undefined ? {} : { order }) },
  })
}

/** Where a file of the same entries comes from. */
export function exportAddress(holder: string, timeZone: string, search: AuditSearch, format: string): string {
  const query = new URLSearchParams({ format, ...trailFilter(search, timeZone) })
  return `/api/v1/platform-holders/${holder}/audit-events/export?${query.toString()}`
}
