import type { ItemOf } from '#web/api/client.ts'
import { read } from '../../developer-routes.ts'

export type Session = ItemOf<'listSessions'>

/** Whose sign-ins are shown, and which. */
export type SessionSearch = {
  /** Of all staff; else one's own. */
  readonly who?: 'all'
  /** Those that ended in the last 30 days; else those that work. */
  readonly ended?: true
  readonly pageToken?: string
}

export function readSessionSearch({ who, ended, pageToken }: Record<string, unknown>): SessionSearch {
  return {
    ...(who === 'all' ? { who } : {}),
    ...(ended === true ? { ended } : {}),
    ...(typeof pageToken === 'string' ? { pageToken } : {}),
  }
}

/** Sign-ins, newest first. */
export function sessionList(platformHolderId: string, { who, ended, pageToken }: SessionSearch) {
  const query = { status: ended ? ('ended' as const) : ('active' as const), ...(pageToken ? { pageToken } : {}) }
  return who === 'all'
    ? read('listHolderSessions', { params: { platformHolderId }, query })
    : read('listSessions', { query })
}

/** What shows sign-ins: read again after one was ended. */
export const sessionQueries = ['listSessions', 'listHolderSessions'] as const
