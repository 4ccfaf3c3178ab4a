import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useOneWebhook } from './change-webhook.ts'
import { isUnchosen, WebhookFields, webhookFieldNames, type WebhookDraft } from './webhook-fields.tsx'
import type { Webhook } from './webhook-queries.ts'

export function EditWebhookDialog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { t } = useLingui()
  const { url, description, eventTypes, locationIds, maxInFlight } = webhook
  const [draft, setDraft] = useState<WebhookDraft>({ url, description, eventTypes, locationIds, maxInFlight })
  const save = useOneWebhook(webhook, { onDone: onClose })
  return (
    <Dialog isOpen onClose={onClose} title={t`Edit`}>
      <Form
        error={save.error}
        fields={webhookFieldNames}
        onSubmit={() => save.mutate({ ...draft, url: draft.url.trim(), description: draft.description.trim() })}
        actions={
          <>
            <Button
              type="submit"
              look="primary"
              isPending={save.isPending}
              isDisabled={draft.url.trim() === '' || isUnchosen(draft)}
            >
              <Trans>Save</Trans>
            </Button>
            <Button onPress={onClose}>
              <Trans context="stop what I am doing">Cancel</Trans>
            </Button>
          </>
        }
      >
        <WebhookFields draft={draft} onChange={setDraft} />
      </Form>
    </Dialog>
  )
}
