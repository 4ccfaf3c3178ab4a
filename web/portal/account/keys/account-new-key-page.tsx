import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '#web/api/client.ts'
import { LinkButton } from '#web/ui/button/button.tsx'
import { useHolder } from '../../holder.ts'
import { accountKeys } from './key-queries.ts'
import { NewKeyForm } from './new-key-form.tsx'
import { useOldKey } from './use-old-key.ts'

const route = getRouteApi('/shell/account/keys/accounts/$accountId/new')

/** A new key of a service account. */
export function AccountNewKeyPage() {
  const { accountId } = route.useParams()
  const { next } = route.useSearch()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const holder = useHolder()
  const keys = (pageToken?: string) => accountKeys(holder, accountId, pageToken)
  const old = useOldKey(next, 'listServiceAccountKeys', (pageToken) => queries.fetchQuery(keys(pageToken)))
  const params = { accountId }
  return (
    <NewKeyForm
      old={old}
      isRestricted
      create={({ name, scopes = [], expiresAt }) =>
        call('createServiceAccountKey', {
          params: { platformHolderId: holder, serviceAccountId: accountId },
          body: { name, scopes, expiresAt },
        })
      }
      newest={async () => (await queries.fetchQuery({ ...keys(), staleTime: 0 })).items}
      cancel={
        <LinkButton to="/account/keys/accounts/$accountId" params={params} look="quiet">
          <Trans context="stop what I am doing">Cancel</Trans>
        </LinkButton>
      }
      onStored={() => void navigate({ to: '/account/keys/accounts/$accountId', params, ignoreBlocker: true })}
    />
  )
}
