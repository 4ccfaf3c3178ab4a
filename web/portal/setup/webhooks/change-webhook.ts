import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { call, type BodyOf } from '#web/api/client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { oneWebhook, type Webhook } from './webhook-queries.ts'

type Change = Omit<BodyOf<'updateWebhookEndpoint'>, 'expectedVersion'>

/** Changes one webhook as it was shown, and says so. */
export function useOneWebhook({ id, version }: Webhook, { onDone }: { readonly onDone?: () => void } = {}) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) =>
      call('updateWebhookEndpoint', {
        params: { platformHolderId: holder, endpointId: id },
        body: { expectedVersion: version, ...change },
      }),
    onSuccess: async (webhook) => {
      queries.setQueryData(oneWebhook(holder, id).queryKey, webhook)
      toast(t`Saved`)
      onDone?.()
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['listWebhookEndpoints'] }),
        queries.invalidateQueries({ queryKey: ['listWebhookDeliveries'] }),
      ])
    },
  })
}
