import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Lock } from 'lucide-react'

/** In place of a page that is not for the role of whoever is signed in. */
export function RefusedPage() {
  const { t } = useLingui()
  return (
    <Page title={t`This page is not for your role`}>
      <EmptyState
        icon={<Lock aria-hidden size={24} />}
        title={t`Ask whoever manages your organization.`}
        action={
          <LinkButton to="/today">
            <Trans>Go to Today</Trans>
          </LinkButton>
        }
      />
    </Page>
  )
}
