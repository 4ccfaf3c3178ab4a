import { useEffect, useState } from 'react'
import { ApiError, ConnectionError, isSessionEnded } from '#web/api/api-error.ts'
import { leaveOrganization } from '#web/api/organizations.ts'
import { askSession, type StaffSession } from '#web/api/staff-sign-in.ts'
import { idleAfter, isToBeTold, type Idle } from './idle.ts'
import { sessionEnded } from './session-ended.ts'
import { hearTabs, tellTabs } from './tabs.ts'

/**
 * Follows how long nobody has used the portal in any tab, and ends the session of its organization after half an hour. Use is a key, the
 * pointer or coming back to the window; the server is told of it once a minute, because somebody who types for long asks
 * it nothing. What pages read by themselves is no use (`api/presence.ts`).
 *
 * @param holder the organization of this tab
 * @param onSession called with the session the server then says it is
 */
export function useIdle(holder: string, onSession: (session: StaffSession) => void) {
  const [idle, setIdle] = useState<Idle>(used)
  const use = () => tellServer(holder, onSession).then(() => setIdle(idleAfter(Date.now() - toldMs)))
  useEffect(() => {
    const look = () => {
      const next = sessionEnded.get() ? used : idleAfter(Date.now() - toldMs)
      setIdle((before) => (before.state === 'used' && next.state === 'used' ? before : next))
      if (next.state === 'over') void end(holder, next.isLate)
    }
    const onUse = () => {
      look()
      if (!sessionEnded.get() && isToBeTold(Date.now() - toldMs)) void tellServer(holder, onSession)
    }
    const timer = setInterval(look, 1_000)
    const stopHearing = hearTabs((news) => {
      if (news.what === 'used' && news.at === holder) toldMs = Math.max(toldMs, news.atMs)
      // A hand on the tab of another organization is a hand on this browser, whose session here the server knows apart.
      else if (news.what === 'used') dispatchEvent(new Event('focus'))
      if (news.what === 'signed in' && news.as.platformHolderId === holder) toldMs = Date.now()
      if (news.what === 'ended' && (news.at ?? holder) === holder) sessionEnded.set()
      look()
    })
    const stopListening = sessionEnded.listen(() => {
      if (!sessionEnded.get()) toldMs = Date.now()
    })
    for (const kind of uses) addEventListener(kind, onUse, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      stopHearing()
      stopListening()
      for (const kind of uses) removeEventListener(kind, onUse, { capture: true })
    }
  }, [holder, onSession])
  return { idle, use }
}

const used: Idle = { state: 'used' }
const uses = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus']

/** When the server last heard that the session is in use. Loading the page is use. */
let toldMs = Date.now()
let isTelling = false

async function tellServer(holder: string, onSession: (session: StaffSession) => void): Promise<void> {
  if (isTelling) return
  isTelling = true
  const atMs = Date.now()
  try {
    onSession(await askSession())
    toldMs = Math.max(toldMs, atMs)
    tellTabs({ what: 'used', atMs, at: holder })
  } catch (error) {
    if (isSessionEnded(error)) sessionEnded.set()
    // Unheard, the session goes on as it was, and the next use is told.
    else if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error
  } finally {
    isTelling = false
  }
}

/**
 * Ends the session of an organization, here and at the server.
 *
 * @param isLate it must have ended by itself long ago: another tab may have signed in since, whose session it is not to end
 */
async function end(holder: string, isLate: boolean): Promise<void> {
  if (sessionEnded.get()) return
  sessionEnded.set()
  if (isLate) return
  tellTabs({ what: 'ended', at: holder })
  try {
    await leaveOrganization()
  } catch (error) {
    // Nobody uses it any more, so the server ends it by itself.
    if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error
  }
}
