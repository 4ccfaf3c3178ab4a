import type { ItemOf } from '#web/api/client.ts'
import { read } from '../../developer-routes.ts'
import { addDays, isDay, startOfDay } from '#web/ui/time/days.ts'

export type Call = ItemOf<'listRequestLog'>

export const statuses = ['2xx', '4xx', '5xx'] as const

/** What the list is looked for by, in days of the organization's zone; and the call that is open. */
export type CallSearch = {
  readonly answered?: (typeof statuses)[number]
  readonly operation?: string
  readonly key?: string
  readonly from?: string
  readonly to?: string
  readonly request?: string
  readonly pageToken?: string
  readonly call?: string
}

export type CallFilters = Omit<CallSearch, 'pageToken' | 'call'>

export function readCallSearch(search: Record<string, unknown>): CallSearch {
  const { answered, operation, key, from, to, request, pageToken, call } = search
  return {
    answered: statuses.find((one) => one === answered),
    operation: textOf(operation, /^[A-Za-z]{1,80}$/),
    key: textOf(key, idForm),
    from: isDay(from) ? from : undefined,
    to: isDay(to) && !(isDay(from) && to < from) ? to : undefined,
    request: textOf(request, requestIdForm),
    pageToken: textOf(pageToken, /./),
    call: textOf(call, idForm),
  }
}

/** A part of the address that has the form the server takes: whatever else was typed there finds nothing. */
function textOf(value: unknown, form: RegExp): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined
}

const idForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/
export const requestIdForm = /^[A-Za-z0-9_-]{1,128}$/

/** The calls that fit, newest first. */
export function callList(holder: string, timeZone: string, search: CallSearch) {
  const { answered, operation, key, from, to, request, pageToken } = search
  return read('listRequestLog', {
    params: { platformHolderId: holder },
    query: {
      ...(answered === undefined ? {} : { status: answered }),
      ...(operation === undefined ? {} : { operation }),
      ...(key === undefined ? {} : { keyId: key }),
      ...(from === undefined ? {} : { from: startOfDay(from, timeZone) }),
      // The last day is included.
      ...(to === undefined ? {} : { to: startOfDay(addDays(to, 1), timeZone) }),
      ...(request === undefined ? {} : { requestId: request }),
      ...(pageToken === undefined ? {} : { pageToken }),
    },
  })
}
