import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet } from '@tanstack/react-router'
import { TabLinks, tabLink } from '#web/ui/data/tabs.tsx'

/** Settings of the organization and of whoever is signed in: tabs, and below them the page of one. */
export function AccountPage() {
  const { t } = useLingui()
  return (
    <>
      <TabLinks label={t`Account menu`}>
        <Link to="/account/profile" {...tabLink}>
          <Trans>Profile</Trans>
        </Link>
        <Link to="/account/billing" {...tabLink}>
          <Trans>Billing</Trans>
        </Link>
        <Link to="/account/keys" {...tabLink}>
          <Trans>API keys</Trans>
        </Link>
        <Link to="/account/calls" {...tabLink}>
          <Trans>API calls</Trans>
        </Link>
        <Link to="/account/language" {...tabLink}>
          <Trans>Language</Trans>
        </Link>
        <Link to="/account/passkeys" {...tabLink}>
          <Trans>Passkeys</Trans>
        </Link>
        <Link to="/account/sign-in" {...tabLink}>
          <Trans>Sign-in</Trans>
        </Link>
      </TabLinks>
      <Outlet />
    </>
  )
}
