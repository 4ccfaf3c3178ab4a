import { Trans } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { useProfile } from '#web/portal/holder.ts'

/** Says that another tab has signed in as somebody else or for another organization, so that nothing works here any more. */
export function OtherSessionNote() {
  const { displayName } = useProfile()
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-warn-soft px-4 py-2 text-warn">
      <p className="flex items-center gap-2">
        <TriangleAlert aria-hidden size={16} className="shrink-0" />
        <span>
          <Trans>
            In another tab somebody has signed in with another account or organization. This page is still of{' '}
            <bdi>{displayName}</bdi>: nothing can be saved here.
          </Trans>
        </span>
      </p>
      <Button onPress={() => location.assign('/today')}>
        <Trans>Reload with the new sign-in</Trans>
      </Button>
    </div>
  )
}
