import { useLingui } from '@lingui/react/macro'
import { Page } from '#web/ui/page.tsx'

export function AppointmentListPage() {
  const { t } = useLingui()
  return <Page title={t`Appointments`}>{null}</Page>
}
