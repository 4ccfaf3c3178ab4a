import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { PastSelect } from './past-select.tsx'
import { sinceOf, type Past, type Webhook } from './webhook-queries.ts'

/** Sends what was missed in a period again. */
export function RecoverDialog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const [clientRequestId, setClientRequestId] = useState(() => crypto.randomUUID())
  const [period, setPeriod] = useState<Past>('day')
  const [which, setWhich] = useState<'failed' | 'all'>('failed')
  const recover = useMutation({
    mutationFn: () =>
      call('recoverWebhookEndpoint', {
        params: { platformHolderId: holder, endpointId: webhook.id },
        body: {
          clientRequestId,
          since: sinceOf(period),
          which,
        },
      }),
    // A press after it sends again what failed again.
    onSettled: () => setClientRequestId(crypto.randomUUID()),
    onSuccess: async ({ requeued }) => {
      const count = formatCount(requeued, currentLocale())
      toast(
        requeued > 0 && webhook.status !== 'enabled'
          ? t`This waits until the webhook is switched on again.`
          : t`Sent again: ${count}`,
      )
      onClose()
      await queries.invalidateQueries({ queryKey: ['listWebhookDeliveries'] })
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={t`Send what was missed again`}>
      <Form
        error={recover.error}
        fields={['since']}
        onSubmit={() => recover.mutate()}
        actions={
          <>
            <Button type="submit" look="primary" isPending={recover.isPending}>
              <Trans>Send again</Trans>
            </Button>
            <Button onPress={onClose}>
              <Trans context="stop what I am doing">Cancel</Trans>
            </Button>
          </>
        }
      >
        <PastSelect name="since" value={period} onChange={(past) => past && setPeriod(past)} />
        <RadioGroup
          label={t`Deliveries`}
          choices={[
            { id: 'failed', name: t`Only those that failed` },
            { id: 'all', name: t`All` },
          ]}
          value={which}
          onChange={setWhich}
        />
      </Form>
    </Dialog>
  )
}
