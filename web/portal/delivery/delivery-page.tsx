import { useLingui } from '@lingui/react/macro'
import { Page } from '#web/ui/page.tsx'

export function DeliveryPage() {
  const { t } = useLingui()
  return <Page title={t`Delivery`}>{null}</Page>
}
