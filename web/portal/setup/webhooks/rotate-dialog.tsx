import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { SecretDialog } from '../../account/keys/secret-dialog.tsx'
import { useHolder } from '../../holder.ts'
import { oneWebhook, type Webhook } from './webhook-queries.ts'

const longestHours = 168

/** Replaces the secret; the one before signs as well for some hours. */
export function RotateDialog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const [hours, setHours] = useState<number | null>(24)
  const rotate = useMutation({
    mutationFn: () =>
      call('rotateWebhookEndpointSecret', {
        params: { platformHolderId: holder, endpointId: webhook.id },
        body: { expectedVersion: webhook.version, overlapHours: hours ?? 24 },
      }),
    // The secret is kept in memory only, and only while its dialog is open.
    gcTime: 0,
    onSuccess: ({ endpoint }) => queries.setQueryData(oneWebhook(holder, webhook.id).queryKey, endpoint),
  })
  if (rotate.data)
    return (
      <SecretDialog
        secret={rotate.data.secret}
        title={t`The secret of this webhook`}
        onStored={() => {
          rotate.reset()
          onClose()
        }}
      />
    )
  return (
    <Dialog isOpen onClose={onClose} title={t`New secret`}>
      <Form
        error={rotate.error}
        fields={['overlapHours']}
        onSubmit={() => rotate.mutate()}
        actions={
          <>
            <Button type="submit" look="primary" isPending={rotate.isPending}>
              <Trans>New secret</Trans>
            </Button>
            <Button onPress={onClose}>
              <Trans context="stop what I am doing">Cancel</Trans>
            </Button>
          </>
        }
      >
        <NumberField
          name="overlapHours"
          label={t`Hours that the old secret is used as well`}
          hint={t`Until your system knows the new one. Take 0 when somebody else knows the old one.`}
          minValue={0}
          maxValue={longestHours}
          value={hours}
          onChange={setHours}
        />
      </Form>
    </Dialog>
  )
}
