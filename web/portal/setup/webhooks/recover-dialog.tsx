import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '#web/api/clock.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount, formatSpan } from '#web/ui/numbers.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import type { Webhook } from './webhook-queries.ts'

const hoursOf = { hour: 1, day: 24, week: 168, month: 720 } as const

/** Sends what was missed in a period again. */
export function RecoverDialog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const [clientRequestId, setClientRequestId] = useState(() => crypto.randomUUID())
  const [period, setPeriod] = useState<keyof typeof hoursOf>('day')
  const [which, setWhich] = useState<'failed' | 'all'>('failed')
  const recover = useMutation({
    mutationFn: () =>
      call('recoverWebhookEndpoint', {
        params: { platformHolderId: holder, endpointId: webhook.id },
        body: {
          clientRequestId,
          since: new Date(now().getTime() - hoursOf[period] * 3_600_000).toISOString(),
          which,
        },
      }),
    // A press after it sends again what failed again.
    onSettled: () => setClientRequestId(crypto.randomUUID()),
    onSuccess: async ({ requeued }) => {
      const count = formatCount(requeued, currentLocale())
      toast(t`Sent again: ${count}`)
      onClose()
      await queries.invalidateQueries({ queryKey: ['listWebhookDeliveries'] })
    },
  })
  const span = (count: number, unit: 'hour' | 'day') => formatSpan(count, unit, currentLocale())
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
        <Select
          label={t`Of the past`}
          name="since"
          choices={[
            { id: 'hour', name: span(1, 'hour') },
            { id: 'day', name: span(24, 'hour') },
            { id: 'week', name: span(7, 'day') },
            { id: 'month', name: span(30, 'day') },
          ]}
          value={period}
          onChange={setPeriod}
        />
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
