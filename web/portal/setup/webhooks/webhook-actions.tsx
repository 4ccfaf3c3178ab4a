import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '#web/ui/button/button-class.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { useOneWebhook } from './change-webhook.ts'
import { EditWebhookDialog } from './edit-webhook-dialog.tsx'
import { DeleteQuestion, EnableDialog } from './enable-and-delete.tsx'
import { RecoverDialog } from './recover-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import type { Webhook } from './webhook-queries.ts'

type Asked = 'test' | 'edit' | 'enable' | 'rotate' | 'recover' | 'delete'

/** What can be done with a webhook. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const pause = useOneWebhook(webhook)
  const props = { webhook, onClose: close }
  return (
    <>
      <Button onPress={() => setAsked('test')}>
        <Trans>Test</Trans>
      </Button>
      <Button onPress={() => setAsked('edit')}>
        <Trans>Edit</Trans>
      </Button>
      {webhook.status === 'enabled' ? (
        <Button isPending={pause.isPending} onPress={() => pause.mutate({ status: 'paused' })}>
          <Trans>Pause</Trans>
        </Button>
      ) : (
        <Button look="primary" onPress={() => setAsked('enable')}>
          <Trans>Switch on</Trans>
        </Button>
      )}
      <Menu
        label={t`More`}
        className={buttonClass('secondary')}
        choices={[
          { id: 'recover', name: t`Send what was missed again`, onAction: () => setAsked('recover') },
          { id: 'rotate', name: t`New secret`, onAction: () => setAsked('rotate') },
          { id: 'delete', name: t`Remove`, onAction: () => setAsked('delete') },
        ]}
      >
        <Trans>More</Trans>
        <ChevronDown aria-hidden size={16} />
      </Menu>
      {asked === 'test' && <TestDialog {...props} />}
      {asked === 'edit' && <EditWebhookDialog {...props} />}
      {asked === 'enable' && <EnableDialog {...props} />}
      {asked === 'rotate' && <RotateDialog {...props} />}
      {asked === 'recover' && <RecoverDialog {...props} />}
      {asked === 'delete' && <DeleteQuestion {...props} />}
    </>
  )
}
