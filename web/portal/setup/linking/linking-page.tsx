import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Switch } from '#web/ui/form/checkbox.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { linkRules } from '../../waiting/waiting-queries.ts'
import { SetupPage } from '../setup-page.tsx'

/** Whether one member of staff links people, or two agree on it. */
export function LinkingPage() {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const { needsTwoPeople } = useSuspenseQuery(linkRules(holder)).data
  const change = useMutation({
    mutationFn: (isOn: boolean) =>
      call('updateHolderLinkRules', { params: { platformHolderId: holder }, body: { needsTwoPeople: isOn } }),
    onSuccess: async () => {
      await readAnew(queries, ['getHolderLinkRules'])
      toast(t`Saved`)
    },
  })
  return (
    <SetupPage
      title={t`Linking people`}
      lead={t`Whoever signs in sees their appointments only after your staff linked them.`}
    >
      <Switch
        isSelected={change.isPending ? change.variables : needsTwoPeople}
        isDisabled={change.isPending}
        onChange={(isOn) => change.mutate(isOn)}
      >
        <Trans>Two members of staff agree on each link: one proposes it, another confirms it</Trans>
      </Switch>
      <ErrorNote error={change.error} />
    </SetupPage>
  )
}
