import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { Purpose } from './account-purpose.tsx'

/** Asks for the name of a new service account, and opens it: its first key is made there. */
export function NewAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const platformHolderId = useHolder()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const create = useMutation({
    mutationFn: () =>
      call('createServiceAccount', { params: { platformHolderId }, body: { clientRequestId, name: name.trim() } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['listServiceAccounts'] })
      onClose()
      await navigate({ to: '/account/keys/accounts/$accountId', params: { accountId: id } })
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={t`New service account`}>
      <Form
        error={create.error}
        fields={['name']}
        onSubmit={() => create.mutate()}
        actions={
          <>
            <Button type="submit" look="primary" isPending={create.isPending} isDisabled={name.trim() === ''}>
              <Trans>Add</Trans>
            </Button>
            {name.trim() === '' && (
              <span className="text-xs text-muted">
                <Trans>Give it a name.</Trans>
              </span>
            )}
          </>
        }
      >
        <p className="text-muted">
          <Purpose />
        </p>
        <TextField
          label={t`Name`}
          name="name"
          maxLength={100}
          autoComplete="off"
          autoFocus
          isRequired
          value={name}
          onChange={setName}
        />
      </Form>
    </Dialog>
  )
}
