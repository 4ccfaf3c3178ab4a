import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { AlertDialog, Dialog } from '#web/ui/overlay/dialog.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { useOneWebhook } from './change-webhook.ts'
import type { Webhook } from './webhook-queries.ts'

type Props = { readonly webhook: Webhook; readonly onClose: () => void }

/** Asks what becomes of what waited, before the webhook is called again. */
export function EnableDialog({ webhook, onClose }: Props) {
  const { t } = useLingui()
  const [resume, setResume] = useState<'all' | 'new'>('all')
  const enable = useOneWebhook(webhook, { onDone: onClose })
  return (
    <Dialog isOpen onClose={onClose} title={t`Switch on`}>
      <Form
        error={enable.error}
        fields={[]}
        onSubmit={() => enable.mutate({ status: 'enabled', resume })}
        actions={
          <>
            <Button type="submit" look="primary" isPending={enable.isPending}>
              <Trans>Switch on</Trans>
            </Button>
            <Button onPress={onClose}>
              <Trans context="stop what I am doing">Cancel</Trans>
            </Button>
          </>
        }
      >
        <RadioGroup
          label={t`What happened meanwhile`}
          choices={[
            { id: 'all', name: t`Send it now` },
            { id: 'new', name: t`Leave it out, and send only what is new` },
          ]}
          value={resume}
          onChange={setResume}
        />
      </Form>
    </Dialog>
  )
}

/** Asks before a webhook goes for good. */
export function DeleteQuestion({ webhook: { id, url }, onClose }: Props) {
  const name = new URL(url).host
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => call('deleteWebhookEndpoint', { params: { platformHolderId: holder, endpointId: id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['listWebhookEndpoints'] })
      await navigate({ to: '/setup/webhooks' })
    },
  })
  return (
    <AlertDialog
      isOpen
      onClose={onClose}
      title={t`Remove ${name}?`}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
            <Trans>Remove</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>It is called no more, and what waits for it is not sent. It cannot be undone.</Trans>
      </p>
      <div className="mt-3 empty:hidden">
        <ErrorNote error={remove.error} />
      </div>
    </AlertDialog>
  )
}
