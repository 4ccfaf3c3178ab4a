import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { staffSession, type StaffSession } from '#web/api/staff-sign-in.ts'
import { later } from '#web/ui/later.tsx'
import { useHolder } from '#web/portal/holder.ts'
import { askWhereProofIsMissing, proofMissing } from './proof/fresh-proof.ts'
import { otherSession, sessionEnded } from './session-ended.ts'
import { hearTabs, isSameSession, tellTabs, type Signed } from './tabs.ts'
import { useIdle } from './use-idle.ts'

const OtherSessionNote = later(async () => (await import('./other-session-note.tsx')).OtherSessionNote)
const IdleDialog = later(async () => (await import('./idle-dialog.tsx')).IdleDialog)
const ProofDialog = later(async () => (await import('./proof/proof-dialog.tsx')).ProofDialog)
const SessionEndedDialog = later(async () => (await import('./session-ended-dialog.tsx')).SessionEndedDialog)

/** Keeps what this page shows and who is signed in together: in time, and with the other tabs of the browser. */
export function SessionGuard() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const holder = useHolder()
  const compare = useCallback(
    (now: Signed) => {
      const isOurs = isSameSession(queryClient.getQueryData(staffSession.queryKey), now)
      if (isOurs) otherSession.clear()
      else otherSession.set()
    },
    [queryClient],
  )
  const goOn = useCallback(
    (as: Signed) => {
      // Somebody else must not see what was on the screen.
      if (!isSameSession(queryClient.getQueryData(staffSession.queryKey), as)) return location.replace('/today')
      sessionEnded.clear()
      void queryClient.invalidateQueries()
      void router.invalidate()
    },
    [queryClient, router],
  )
  const { idle, use } = useIdle(holder, compare)
  const ask = useRef(use)
  ask.current = use
  useEffect(() => {
    const own = queryClient.getQueryData(staffSession.queryKey)
    if (own !== undefined) tellTabs({ what: 'signed in', as: signedOf(own) })
    return hearTabs((news) => {
      if (news.what !== 'signed in') return
      // The same person keeps both; somebody else has ended what was within reach here.
      if (news.as.platformHolderId !== holder) void (sessionEnded.get() || ask.current())
      else if (sessionEnded.get()) goOn(news.as)
      else compare(news.as)
    })
  }, [queryClient, holder, compare, goOn])
  useEffect(askWhereProofIsMissing, [])
  const isUnproved = useSyncExternalStore(proofMissing.listen, proofMissing.get)
  const isOther = useSyncExternalStore(otherSession.listen, otherSession.get)
  const isEnded = useSyncExternalStore(sessionEnded.listen, sessionEnded.get)
  const onSignedIn = (session: StaffSession) => {
    tellTabs({ what: 'signed in', as: signedOf(session) })
    goOn(session)
  }
  return (
    <>
      <div role="status">{isOther && <OtherSessionNote />}</div>
      {idle.state === 'warned' && <IdleDialog secondsLeft={idle.secondsLeft} onStay={() => void use()} />}
      {isUnproved && <ProofDialog />}
      {isEnded && <SessionEndedDialog onSignedIn={onSignedIn} />}
    </>
  )
}

function signedOf({ actorId, platformHolderId }: StaffSession): Signed {
  return { actorId, platformHolderId }
}
