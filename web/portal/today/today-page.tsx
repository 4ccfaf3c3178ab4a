import { useLingui } from '@lingui/react/macro'
import { Page } from '#web/ui/page.tsx'

export function TodayPage() {
  const { t } = useLingui()
  return <Page title={t`Today`}>{null}</Page>
}
