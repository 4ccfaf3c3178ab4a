import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { LinkButton } from '#web/ui/button/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { FollowBatch } from './follow-batch.tsx'
import { PrepareBatch } from './prepare-batch.tsx'

const route = getRouteApi('/shell/batches')

/** The day goes otherwise: what is done to many appointments at once, and then how far it is. */
export function BatchPage() {
  const { t } = useLingui()
  const { batch } = route.useSearch()
  return (
    <Page
      title={t`Closed, ill or late`}
      lead={
        batch === undefined ? (
          <Trans>
            Tell many people at once. Nothing happens before you confirm, and you can undo it for two minutes.
          </Trans>
        ) : undefined
      }
      actions={
        <LinkButton to="/appointments">
          <Trans>Back to the list</Trans>
        </LinkButton>
      }
    >
      {batch === undefined ? <PrepareBatch /> : <FollowBatch key={batch} batchId={batch} />}
    </Page>
  )
}
