import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { read } from '#web/api/client.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { Loaded } from '../loaded.tsx'
import { withSignIn } from '../with-sign-in.ts'

// Loaded on demand: few ask.
const DeletionProgress = lazyRouteComponent(() => import('./deletion-progress.tsx'), 'DeletionProgress')
const DeletionQuestion = lazyRouteComponent(
  () => withSignIn(() => import('./deletion-question.tsx')),
  'DeletionQuestion',
)

/** Requests the deletion of everything, after a second confirmation, and shows how far it is. */
export function DeletionSection() {
  const [isAsking, setIsAsking] = useState(false)
  const list = useQuery(read('listRecipientDeletionRequests', {}))
  return (
    <Loaded query={list}>
      {({ items }) => {
        const open = items.find(({ status }) => status === 'pending_review' || status === 'in_progress')
        return (
          <div className="flex flex-col gap-2.5">
            <Suspense>
              {items.map((request) => (
                <DeletionProgress key={request.id} request={request} />
              ))}
            </Suspense>
            {!open && (
              <BigButton look="danger" onPress={() => setIsAsking(true)}>
                <Trans>Ask to delete my data</Trans>
              </BigButton>
            )}
            {isAsking && (
              <Suspense>
                <DeletionQuestion number={items.length} onClose={() => setIsAsking(false)} />
              </Suspense>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
