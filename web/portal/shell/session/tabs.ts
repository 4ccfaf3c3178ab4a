/* oxlint-disable unicorn/require-post-message-target-origin -- a channel, unlike a window, is of one origin */
import type { StaffSession } from '#web/api/staff-sign-in.ts'

/** Whose session it is. */
export type Signed = Pick<StaffSession, 'actorId' | 'platformHolderId'>

/** What the tabs of a browser tell each other: those of one organization share one session. */
export type News =
  | { readonly what: 'used'; readonly atMs: number; readonly at: string }
  | { readonly what: 'signed in'; readonly as: Signed }
  /** Of one organization, or of all. */
  | { readonly what: 'ended'; readonly at?: string }

const channel = new BroadcastChannel('tijdig.session')

/** Tells the other tabs. */
export function tellTabs(news: News): void {
  channel.postMessage(news)
}

export function hearTabs(listener: (news: News) => void): () => void {
  // Only our own pages can speak there.
  const hear = ({ data }: MessageEvent<News>) => listener(data)
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}

export function isSameSession(one: Signed | undefined, other: Signed): boolean {
  return one?.actorId === other.actorId && one.platformHolderId === other.platformHolderId
}
