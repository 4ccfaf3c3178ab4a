import { Trans, useLingui } from '@lingui/react/macro'
import { Page } from '#web/ui/page.tsx'
import { BigLink } from '../big-link.tsx'

/** Stands where a page of the app would. */
export function NotHere() {
  const { t } = useLingui()
  return (
    <Page title={t`Page not found`}>
      <p className="mb-5 text-base">
        <Trans>The address may have been cut off. Open the link from your message again.</Trans>
      </p>
      <BigLink to="/my">
        <Trans>To my appointments</Trans>
      </BigLink>
    </Page>
  )
}
