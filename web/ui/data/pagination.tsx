import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'

/**
 * Pagination by cursor. The address holds the token of the page that is shown: `onFirst` removes it, `onNext` sets the
 * next one, and the browser's Back goes one page back. A list that is also read backwards has a button for that.
 */
export function Pagination({
  isFirst,
  previous,
  nextPageToken,
  onFirst,
  onNext,
}: {
  readonly isFirst: boolean
  readonly previous?: { readonly pageToken: string | null; readonly onPrevious: (pageToken: string) => void }
  readonly nextPageToken: string | null
  readonly onFirst: () => void
  readonly onNext: (pageToken: string) => void
}) {
  const { t } = useLingui()
  if (isFirst && nextPageToken === null) return null
  return (
    <nav aria-label={t`Pages`} className="mt-4 flex flex-wrap justify-between gap-2 print:hidden">
      <Button
        isDisabled={isFirst}
        onPress={onFirst}
        icon={<ChevronLeft aria-hidden size={16} className="rtl:rotate-180" />}
      >
        <Trans>First page</Trans>
      </Button>
      {previous && (
        <span className="me-auto">
          <Button
            isDisabled={previous.pageToken === null}
            onPress={() => previous.pageToken !== null && previous.onPrevious(previous.pageToken)}
          >
            <Trans>Previous page</Trans>
          </Button>
        </span>
      )}
      <Button isDisabled={nextPageToken === null} onPress={() => nextPageToken !== null && onNext(nextPageToken)}>
        <Trans>Next page</Trans>
        <ChevronRight aria-hidden size={16} className="rtl:rotate-180" />
      </Button>
    </nav>
  )
}
