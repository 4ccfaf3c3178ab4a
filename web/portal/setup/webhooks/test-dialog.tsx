import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { formatTime } from '#web/ui/time/dates.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { AttemptOutcome } from './attempt.tsx'
import { eventTypes } from './event-types.ts'
import type { Webhook } from './webhook-queries.ts'

/** Calls the webhook now, and shows what it answers. */
export function TestDialog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { t } = useLingui()
  const holder = useHolder()
  const { defaultTimezone } = useProfile()
  const [type, setType] = useState('ping')
  const test = useMutation({
    mutationFn: () =>
      call('testWebhookEndpoint', { params: { platformHolderId: holder, endpointId: webhook.id }, body: { type } }),
  })
  const attempt = test.data?.attempt
  return (
    <Dialog isOpen onClose={onClose} title={t`Test`}>
      <Form
        error={test.error}
        fields={['type']}
        onSubmit={() => test.mutate()}
        actions={
          <Button type="submit" look="primary" isPending={test.isPending}>
            <Trans>Call it now</Trans>
          </Button>
        }
      >
        <Select
          label={t`Event`}
          name="type"
          hint={t`An example is sent: its ids name nothing.`}
          choices={eventTypes.map((one) => ({ id: one, name: one, lang: 'en' }))}
          value={type}
          onChange={setType}
        />
      </Form>
      <div role="status" className="mt-5 empty:hidden">
        {attempt && (
          <AttemptOutcome attempt={attempt} when={formatTime(attempt.at, currentLocale(), defaultTimezone)} />
        )}
      </div>
    </Dialog>
  )
}
