import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '#web/api/client.ts'
import { LinkButton } from '#web/ui/button/button.tsx'
import { apiKeys } from './own-key-queries.ts'
import { NewKeyForm } from './new-key-form.tsx'
import { useOldKey } from './use-old-key.ts'

const route = getRouteApi('/shell/account/keys/new')

/** A new key of whoever is signed in. */
export function NewKeyTab() {
  const { next } = route.useSearch()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const old = useOldKey(next, 'listApiKeys', (pageToken) => queries.fetchQuery(apiKeys(pageToken)))
  return (
    <NewKeyForm
      old={old}
      create={(body) => call('createApiKey', { body })}
      newest={async () => (await queries.fetchQuery({ ...apiKeys(undefined), staleTime: 0 })).items}
      cancel={
        <LinkButton to="/account/keys" look="quiet">
          <Trans context="stop what I am doing">Cancel</Trans>
        </LinkButton>
      }
      onStored={() => void navigate({ to: '/account/keys', ignoreBlocker: true })}
    />
  )
}
