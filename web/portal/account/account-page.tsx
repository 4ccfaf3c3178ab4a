import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet } from '@tanstack/react-router'
import { TabLinks, tabLink } from '#web/ui/data/tabs.tsx'
import { Page } from '#web/ui/page.tsx'

/** The organization and whoever is signed in, each part at an address of its own. */
export function AccountPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Account`}>
      <TabLinks label={t`Parts of the account`}>
        <Link to="/account/profile" {...tabLink}>
          <Trans>Profile</Trans>
        </Link>
        <Link to="/account/billing" {...tabLink}>
          <Trans>Billing</Trans>
        </Link>
        <Link to="/account/keys" {...tabLink}>
          <Trans>API keys</Trans>
        </Link>
        <Link to="/account/language" {...tabLink}>
          <Trans>Language</Trans>
        </Link>
        <Link to="/account/sign-in" {...tabLink}>
          <Trans>Sign-in</Trans>
        </Link>
      </TabLinks>
      <Outlet />
    </Page>
  )
}
