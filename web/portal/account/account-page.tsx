import { useLingui } from '@lingui/react/macro'
import { Page } from '#web/ui/page.tsx'

export function AccountPage() {
  const { t } = useLingui()
  return <Page title={t`Account`}>{null}</Page>
}
