import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <Page title={t`There is no such page`}>
      <EmptyState
        title={t`There is nothing at this address`}
        action={
          <LinkButton to="/today">
            <Trans>Go to Today</Trans>
          </LinkButton>
        }
      >
        <Trans>It may have moved, or the address is incomplete.</Trans>
      </EmptyState>
    </Page>
  )
}
