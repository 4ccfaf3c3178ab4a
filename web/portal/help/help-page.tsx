import { useLingui } from '@lingui/react/macro'
import { Page } from '#web/ui/page.tsx'

export function HelpPage() {
  const { t } = useLingui()
  return <Page title={t`Help`}>{null}</Page>
}
