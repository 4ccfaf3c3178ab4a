import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '#web/ui/page.tsx'
import { ProposalCard } from './proposal-card.tsx'

const route = getRouteApi('/shell/voice/proposals/$proposalId')

/** One proposal alone: where the messages of agents lead. */
export function ProposalPage() {
  const { t } = useLingui()
  const { proposalId } = route.useParams()
  return (
    <Page title={t`Proposal`} lead={<Trans>An agent asks for this on your behalf. Only you can confirm it.</Trans>}>
      <div className="max-w-2xl">
        <ProposalCard proposalId={proposalId} heading="h2" />
      </div>
    </Page>
  )
}
