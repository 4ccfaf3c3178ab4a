import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TabLinks, tabLink } from '#web/ui/data/tabs.tsx'
import { Page } from '#web/ui/page.tsx'

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
        <Link to="/setup/locations" {...tabLink}>
          <Trans>Locations</Trans>
        </Link>
        <Link to="/setup/types" {...tabLink}>
          <Trans>Appointment types</Trans>
        </Link>
        <Link to="/setup/reminders" {...tabLink}>
          <Trans>Reminders</Trans>
        </Link>
        <Link to="/setup/layouts" {...tabLink}>
          <Trans>Layouts</Trans>
        </Link>
        <Link to="/setup/integrations" {...tabLink}>
          <Trans>Calendars</Trans>
        </Link>
        <Link to="/setup/webhooks" {...tabLink}>
          <Trans>Webhooks</Trans>
        </Link>
        <Link to="/setup/linking" {...tabLink}>
          <Trans>Linking people</Trans>
        </Link>
        <Link to="/setup/audit" search={{}} {...tabLink}>
          <Trans>Audit</Trans>
        </Link>
      </TabLinks>
      <Page {...props} />
    </>
  )
}
