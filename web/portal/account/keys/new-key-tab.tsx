import { Trans } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '#web/api/client.ts'
import { LinkButton } from '#web/ui/button/button.tsx'
import { apiKeys } from './own-key-queries.ts'
import { NewKeyForm } from './new-key-form.tsx'

const route = getRouteApi('/shell/account/keys/new')

/** A new key of whoever is signed in. */
export function NewKeyTab() {
  const { next } = route.useSearch()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const { items } = useSuspenseQuery(apiKeys(undefined)).data
  return (
    <NewKeyForm
      old={items.find(({ id }) => id === next)}
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
