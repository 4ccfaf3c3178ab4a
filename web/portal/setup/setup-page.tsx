import { useLingui } from '@lingui/react/macro'
import { Page } from '#web/ui/page.tsx'

export function SetupPage() {
  const { t } = useLingui()
  return <Page title={t`Set-up`}>{null}</Page>
}
