import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { leaveOrganization, organizations, switchOrganization } from '#web/api/organizations.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { TestWords } from '#web/ui/test-words.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../holder.ts'
import { tellTabs } from './session/tabs.ts'

/** The organizations somebody works for, to go on at another one, or to be signed out of this one alone. */
export function OrganizationsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const holder = useHolder()
  const { displayName } = useProfile()
  const list = useQuery({ ...organizations, staleTime: 0 })
  // Loaded anew, so that nothing of the one stays in the tab of the other.
  const begin = () => location.assign('/today')
  const change = useMutation({ mutationFn: switchOrganization, onSuccess: begin })
  const leave = useMutation({
    mutationFn: leaveOrganization,
    onSuccess: () => {
      tellTabs({ what: 'ended', at: holder })
      begin()
    },
  })
  const isBusy = change.isPending || leave.isPending
  return (
    <Dialog isOpen onClose={onClose} title={t`Switch organization`}>
      <p className="mb-4 text-muted">
        <Trans>
          This tab is of <bdi>{displayName}</bdi>. Other tabs stay with theirs.
        </Trans>
      </p>
      <ul className="flex flex-col gap-2">
        {list.data?.organizations.map(({ platformHolderId, displayName: name, isTest }) => (
          <li key={platformHolderId}>
            <button
              type="button"
              aria-current={platformHolderId === holder}
              disabled={isBusy || platformHolderId === holder}
              onClick={() => change.mutate(platformHolderId)}
              className="flex min-h-11 w-full items-center justify-between gap-3 rounded-md border border-line bg-surface px-4 py-2 text-start enabled:hover:bg-sunken disabled:text-muted"
            >
              <span>
                <bdi>{name}</bdi>
                {isTest && (
                  <span className="block text-xs text-muted">
                    <TestWords />
                  </span>
                )}
              </span>
              {platformHolderId === holder && <Check aria-hidden size={16} className="shrink-0" />}
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-col items-start gap-3">
        <ErrorNote error={list.error ?? change.error ?? leave.error} />
        <Button look="quiet" isDisabled={isBusy} isPending={leave.isPending} onPress={() => leave.mutate()}>
          <span>
            <Trans>
              Sign out of <bdi>{displayName}</bdi> only
            </Trans>
          </span>
        </Button>
      </div>
    </Dialog>
  )
}
