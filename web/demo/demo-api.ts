import { queryOptions } from '@tanstack/react-query'
import { call, type DataOf } from '#web/api/client.ts'
import { request } from '#web/api/request.ts'
import { dayOf } from '#web/ui/time/days.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'

/** Where the demo's appointments are. */
export const zone = 'Europe/Amsterdam'

/** Calls that the server has for this page alone, outside production and on this machine only. */

type Person = { readonly displayName: string; readonly phoneNumberE164: string }

export type DemoState = {
  /** By the product's clock. */
  readonly now: string
  readonly holder: { readonly id: string; readonly displayName: string }
  readonly person: Person
  /** Somebody whose telephone receives nothing. */
  readonly unreachable: Person
}

export type Sms = {
  readonly id: string
  readonly text: string
  readonly status: string
  readonly clockAt: string
}

// A day of the demo may take a while.
const ask = (method: string, path: string) => request(method, `/demo/${path}`, { longestMs: 600_000 })

/** Signs this browser in as staff, and the telephone as its owner. @throws ApiError where there is no demo */
export async function joinSessions(): Promise<DemoState> {
  const state = (await ask('GET', 'state')) as DemoState
  await ask('POST', 'staff-session')
  await lendTelephone(state.now)
  return state
}

async function lendTelephone(now: string): Promise<void> {
  const { accessToken } = (await ask('POST', 'recipient-session')) as { accessToken: string }
  window.tijdigDemo = { accessToken, offsetMs: Date.parse(now) - Date.now() }
}

/** Moves the clock a day ahead; by then the telephone's access token has expired, so it gets another. */
export async function nextDay(): Promise<string> {
  const { now } = (await ask('POST', 'clock')) as { now: string }
  await lendTelephone(now)
  return now
}

export async function beginAnew(): Promise<void> {
  await ask('POST', 'reset')
}

/** What arrived on the telephone. */
export const messagesOfTelephone = queryOptions<readonly Sms[]>({
  queryKey: ['messages'],
  queryFn: async () => ((await ask('GET', 'messages')) as { items: Sms[] }).items,
  refetchInterval: 1_000,
})

/** Makes an appointment for within the hour, by the same call as the portal's form. */
export function handIn({ holder, now }: DemoState, person: Person): Promise<DataOf<'createHolderAppointment'>> {
  const quarter = 15 * 60_000
  // Far enough ahead that there is still time to remind them.
  const start = Math.ceil((Date.parse(now) + 3 * quarter) / quarter) * quarter
  return call('createHolderAppointment', {
    params: { platformHolderId: holder.id },
    body: {
      clientRequestId: crypto.randomUUID(),
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + quarter).toISOString(),
      timezone: zone,
      locationId: 'lindelaan',
      recipient: { ...person, locale: currentLocale() },
    },
  })
}

/** Late in the evening, an appointment within the hour may be tomorrow. */
export function isToday(instant: string, now: string): boolean {
  return dayOf(instant, zone) === dayOf(now, zone)
}
