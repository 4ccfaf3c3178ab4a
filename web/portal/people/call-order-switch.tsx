import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Switch } from '#web/ui/form/checkbox.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import type { Person } from './people-queries.ts'

/** For whoever objects to the order of the call list. */
export function CallOrderSwitch({ person }: { readonly person: Person }) {
  const queries = useQueryClient()
  const params = { platformHolderId: useHolder(), personId: person.personId }
  const change = useMutation({
    mutationFn: (isOrderedByStartOnly: boolean) =>
      call('updateHolderPersonCallOrder', { params, body: { isOrderedByStartOnly } }),
    onSuccess: () => readAnew(queries, ['getHolderPerson', 'listHolderCalls']),
  })
  return (
    <div className="mt-4">
      <Switch
        isSelected={person.isOrderedByStartOnly}
        isDisabled={change.isPending}
        onChange={(isSelected) => change.mutate(isSelected)}
      >
        <Trans>Objects to the order of the call list: only the time of the appointment counts</Trans>
      </Switch>
      <ErrorNote error={change.error} />
    </div>
  )
}
