import { Trans } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '#web/api/client.ts'
import { LinkButton } from '#web/ui/button/button.tsx'
import { useHolder } from '../../holder.ts'
import { accountKeys } from './key-queries.ts'
import { NewKeyForm } from './new-key-form.tsx'

const route = getRouteApi('/shell/account/keys/accounts/$accountId/new')

/** A new key of a service account. */
export function AccountNewKeyPage() {
  const { accountId } = route.useParams()
  const { next } = route.useSearch()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const holder = useHolder()
  const newest = accountKeys(holder, accountId, undefined)
  const { items } = useSuspenseQuery(newest).data
  const params = { accountId }
  return (
    <NewKeyForm
      old={items.find(({ id }) => id === next)}
      isRestricted
      create={({ name, scopes = [], expiresAt }) =>
        call('createServiceAccountKey', {
          params: { platformHolderId: holder, serviceAccountId: accountId },
          body: { name, scopes, expiresAt },
        })
      }
      newest={async () => (await queries.fetchQuery({ ...newest, staleTime: 0 })).items}
      cancel={
        <LinkButton to="/account/keys/accounts/$accountId" params={params} look="quiet">
          <Trans context="stop what I am doing">Cancel</Trans>
        </LinkButton>
      }
      onStored={() => void navigate({ to: '/account/keys/accounts/$accountId', params, ignoreBlocker: true })}
    />
  )
}
