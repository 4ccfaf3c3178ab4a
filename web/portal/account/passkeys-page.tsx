import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { addPasskey, hasPasskeys, isDeclined, passkeys, removePasskey, type Passkey } from '#web/api/passkeys.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Table, type Column } from '#web/ui/data/table.tsx'
import { formatDateTime } from '#web/ui/time/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { AlertDialog, Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Page } from '#web/ui/page.tsx'
import { useProfile } from '../holder.ts'
import { useMutation } from '#web/ui/use-mutation.ts'

export function PasskeysPage() {
  const { t } = useLingui()
  const [isAdding, setAdding] = useState(false)
  const own = useSuspenseQuery(passkeys).data
  const add = (
    <Button
      look="primary"
      icon={<Plus aria-hidden size={16} />}
      isDisabled={!hasPasskeys()}
      onPress={() => setAdding(true)}
    >
      <Trans>Add a passkey</Trans>
    </Button>
  )
  return (
    <Page
      title={t`Passkeys`}
      lead={
        <Trans>
          Sign in with your fingerprint, your face or the code of your device. A code by e-mail keeps working.
        </Trans>
      }
      actions={own.length > 0 && add}
    >
      {!hasPasskeys() && (
        <p role="status" className="mb-4 text-muted">
          <Trans>This browser does not support passkeys.</Trans>
        </p>
      )}
      <Passkeys own={own} add={add} />
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title={t`Add a passkey`}>
        <AddForm onDone={() => setAdding(false)} />
      </Dialog>
    </Page>
  )
}

function Passkeys({ own, add }: { readonly own: readonly Passkey[]; readonly add: ReactNode }) {
  const { t } = useLingui()
  const locale = currentLocale()
  const { defaultTimezone } = useProfile()
  const columns: readonly Column<Passkey>[] = [
    { id: 'name', title: t`Name`, isTyped: true, cell: ({ name }) => <span className="font-medium">{name}</span> },
    {
      id: 'created',
      title: t`Added`,
      isSecondary: true,
      cell: ({ createdAt }) => formatDateTime(createdAt, locale, defaultTimezone),
    },
    {
      id: 'used',
      title: t`Last used`,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? t`Not yet` : formatDateTime(lastUsedAt, locale, defaultTimezone),
    },
    { id: 'remove', title: t`Remove`, isTitleHidden: true, isNumber: true, cell: (one) => <Remove passkey={one} /> },
  ]
  return (
    <Table
      label={t`Passkeys`}
      columns={columns}
      rows={own}
      keyOf={({ passkeyId }) => passkeyId}
      emptyState={
        <EmptyState icon={<KeyRound aria-hidden size={24} />} title={t`No passkey yet`} action={add}>
          <Trans>With a passkey you sign in without waiting for a code.</Trans>
        </EmptyState>
      }
    />
  )
}

function AddForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: passkeys.queryKey })
      toast(t`The passkey is added`)
      onDone()
    },
  })
  const isRegistered =
    add.error !== null &&
    (add.error.name === 'InvalidStateError' || (add.error instanceof ApiError && add.error.code === 'STATE_CONFLICT'))
  return (
    <Form
      error={isDeclined(add.error) || isRegistered ? null : add.error}
      fields={['name']}
      onSubmit={() => name.trim() !== '' && add.mutate(name.trim())}
      actions={
        <Button type="submit" look="primary" isPending={add.isPending}>
          <Trans>Add</Trans>
        </Button>
      }
    >
      <TextField
        label={t`Name`}
        hint={t`So that you can recognize it, such as “My telephone”.`}
        name="name"
        maxLength={100}
        isRequired
        autoFocus
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      {isDeclined(add.error) && (
        <p role="alert" className="text-muted">
          <Trans>No passkey was made. Try again when you like.</Trans>
        </p>
      )}
      {isRegistered && (
        <p role="alert" className="text-muted">
          <Trans>This device already has a passkey here, or you already have twenty.</Trans>
        </p>
      )}
    </Form>
  )
}

function Remove({ passkey: { passkeyId, name } }: { readonly passkey: Passkey }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => removePasskey(passkeyId),
    onSuccess: async () => {
      toast(t`The passkey is removed`)
      await queries.invalidateQueries({ queryKey: passkeys.queryKey })
    },
  })
  return (
    <>
      <Button look="quiet" aria-label={t`Remove ${name}`} onPress={() => setAsking(true)}>
        <Trans>Remove</Trans>
      </Button>
      <AlertDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t`Remove ${name}?`}
        actions={
          <>
            <Button autoFocus onPress={() => setAsking(false)}>
              <Trans>Keep it</Trans>
            </Button>
            <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
              <Trans>Remove</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>It no longer signs you in. Your device may go on offering it until you delete it there too.</Trans>
        </p>
        <p>
          <Trans>Anyone signed in with it will be signed out.</Trans>
        </p>
        <ErrorNote error={remove.error} />
      </AlertDialog>
    </>
  )
}
