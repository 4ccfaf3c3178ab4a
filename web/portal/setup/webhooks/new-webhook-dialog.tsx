import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { isSame } from '#web/ui/change/differences.ts'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { SecretDialog } from '../../account/keys/secret-dialog.tsx'
import { useHolder } from '../../holder.ts'
import { isUnchosen, WebhookFields, webhookFieldNames, type WebhookDraft } from './webhook-fields.tsx'

/** A new webhook. Its secret is shown once, before anything else. */
export function NewWebhookDialog({
  onClose,
  onMade,
}: {
  readonly onClose: () => void
  readonly onMade: (endpointId: string) => void
}) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const [draft, setDraft] = useState<WebhookDraft>(empty)
  const create = useMutation({
    mutationFn: () =>
      call('createWebhookEndpoint', {
        params: { platformHolderId: holder },
        body: { clientRequestId, ...draft, url: draft.url.trim(), description: draft.description.trim() },
      }),
    // The secret is kept in memory only, and only while its dialog is open.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['listWebhookEndpoints'] }),
  })
  const made = create.data
  if (made)
    return (
      <SecretDialog
        secret={made.secret}
        title={t`The secret of this webhook`}
        onStored={() => {
          create.reset()
          onMade(made.endpoint.id)
        }}
      />
    )
  return (
    <Dialog isOpen onClose={onClose} title={t`Add a webhook`}>
      <Form
        error={create.error}
        fields={webhookFieldNames}
        onSubmit={() => create.mutate()}
        actions={
          <>
            <Button
              type="submit"
              look="primary"
              isPending={create.isPending}
              isDisabled={draft.url.trim() === '' || isUnchosen(draft)}
            >
              <Trans>Add</Trans>
            </Button>
            <Button onPress={onClose}>
              <Trans context="stop what I am doing">Cancel</Trans>
            </Button>
          </>
        }
      >
        <DirtyGuard isDirty={!isSame(draft, empty)} isPanel />
        <WebhookFields draft={draft} onChange={setDraft} />
      </Form>
    </Dialog>
  )
}

const empty: WebhookDraft = { url: '', description: '', eventTypes: null, locationIds: null, maxInFlight: 10 }
