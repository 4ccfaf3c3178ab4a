import { Trans, useLingui } from '@lingui/react/macro'
import type { ItemOf } from '#web/api/client.ts'
import { formatDateTime } from '#web/ui/time/dates.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'

/** How far a request for deletion is. */
export function DeletionProgress({
  request: { status, createdAt, dueAt, outcome },
}: {
  readonly request: ItemOf<'listRecipientDeletionRequests'>
}) {
  const { t } = useLingui()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const words = {
    pending_review: t`You asked for your data to be deleted. Your request is waiting to be reviewed.`,
    in_progress: t`Your data are being deleted.`,
    completed: t`Your data were deleted.`,
    rejected: t`Your request to delete your data was not granted.`,
  }
  return (
    <div className="rounded-lg bg-sunken p-4">
      <p className="font-medium">{words[status]}</p>
      <p className="text-sm text-muted">
        <Trans>Requested on {formatDateTime(createdAt, currentLocale(), zone)}.</Trans>{' '}
        {outcome === null && (
          <Trans>To be completed by {formatDateTime(dueAt, currentLocale(), zone)} at the latest.</Trans>
        )}
      </p>
      {outcome && <p className="mt-1">{outcome.message}</p>}
    </div>
  )
}
