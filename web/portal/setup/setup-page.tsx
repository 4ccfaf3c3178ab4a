import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TabLinks } from '#web/ui/data/tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { PlaceTab } from '../shell/place-tab.tsx'

/** A page of the set-up, under tabs to all of them. */
export function SetupPage(props: {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const { t } = useLingui()
  return (
    <>
      <TabLinks label={t`Set-up`}>
        <PlaceTab to="/setup/locations">
          <Trans>Locations</Trans>
        </PlaceTab>
        <PlaceTab to="/setup/types">
          <Trans>Appointment types</Trans>
        </PlaceTab>
        <PlaceTab to="/setup/reminders">
          <Trans>Reminders</Trans>
        </PlaceTab>
        <PlaceTab to="/setup/layouts">
          <Trans>Layouts</Trans>
        </PlaceTab>
        <PlaceTab to="/setup/integrations">
          <Trans>Calendars</Trans>
        </PlaceTab>
        <PlaceTab to="/setup/webhooks">
          <Trans>Webhooks</Trans>
        </PlaceTab>
        <PlaceTab to="/setup/networks">
          <Trans>Networks</Trans>
        </PlaceTab>
        <PlaceTab to="/setup/linking">
          <Trans>Linking people</Trans>
        </PlaceTab>
        <PlaceTab to="/setup/staff">
          <Trans>Staff</Trans>
        </PlaceTab>
      </TabLinks>
      <Page {...props} />
    </>
  )
}
