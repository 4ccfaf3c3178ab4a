import { useLingui } from '@lingui/react/macro'
import { Page } from '#web/ui/page.tsx'

export function RequestListPage() {
  const { t } = useLingui()
  return <Page title={t`Requests`}>{null}</Page>
}
