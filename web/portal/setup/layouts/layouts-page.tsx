import { Trans, useLingui } from '@lingui/react/macro'
import { Smartphone } from 'lucide-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SetupPage } from '../setup-page.tsx'

/** Shown only where there is no layout; otherwise the first of them opens. */
export function LayoutsPage() {
  const { t } = useLingui()
  return (
    <SetupPage title={t`Layouts`}>
      <EmptyState icon={<Smartphone aria-hidden size={24} />} title={t`No layouts yet`}>
        <Trans>The app shows appointments in the usual way.</Trans>
      </EmptyState>
    </SetupPage>
  )
}
