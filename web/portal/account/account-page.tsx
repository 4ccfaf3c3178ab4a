import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from '@tanstack/react-router'
import { TabLinks } from '#web/ui/data/tabs.tsx'
import { PlaceTab } from '../shell/place-tab.tsx'

/** Settings of the organization and of whoever is signed in: tabs, and below them the page of one. */
export function AccountPage() {
  const { t } = useLingui()
  return (
    <>
      <TabLinks label={t`Account menu`}>
        <PlaceTab to="/account/profile">
          <Trans>Profile</Trans>
        </PlaceTab>
        <PlaceTab to="/account/billing">
          <Trans>Billing</Trans>
        </PlaceTab>
        <PlaceTab to="/account/keys">
          <Trans>API keys</Trans>
        </PlaceTab>
        <PlaceTab to="/account/calls">
          <Trans>API calls</Trans>
        </PlaceTab>
        <PlaceTab to="/account/language">
          <Trans>Language</Trans>
        </PlaceTab>
        <PlaceTab to="/account/passkeys">
          <Trans>Passkeys</Trans>
        </PlaceTab>
        <PlaceTab to="/account/sign-in">
          <Trans>Sign-in</Trans>
        </PlaceTab>
      </TabLinks>
      <Outlet />
    </>
  )
}
