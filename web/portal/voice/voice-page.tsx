import { useLingui } from '@lingui/react/macro'
import { Page } from '#web/ui/page.tsx'

export function VoicePage() {
  const { t } = useLingui()
  return <Page title={t`Voice`}>{null}</Page>
}
