import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Locale } from '#/locales/locales.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { isSame } from '#web/ui/change/differences.ts'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { languageChoices } from '#web/ui/language/language-choices.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { accessFieldNames, AccessFields, accessOf, isPlaceMissing, type AccessDraft } from './access-fields.tsx'

type Draft = AccessDraft & { readonly email: string; readonly name: string; readonly locale: Locale }

/** Invites somebody, or again somebody who left. */
export function InviteDialog({
  known,
  canOwn,
  onClose,
}: {
  readonly known: Partial<Draft>
  readonly canOwn: boolean
  /** @param isDone closing needs no confirmation */
  readonly onClose: (isDone?: boolean) => void
}) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const [empty] = useState<Draft>(() => ({ ...newcomer, locale: currentLocale(), ...known }))
  const [draft, setDraft] = useState(empty)
  const invite = useMutation({
    mutationFn: () => {
      const { email, name, locale } = draft
      const called = name.trim() === '' ? {} : { name: name.trim() }
      return call('inviteHolderStaff', {
        params: { platformHolderId: holder },
        body: { clientRequestId, email: email.trim(), ...called, ...accessOf(draft), locale },
      })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['listHolderStaff'] })
      toast(t`The invitation is on its way`)
      onClose(true)
    },
  })
  return (
    <Dialog isOpen onClose={() => onClose(true)} title={t`Invite somebody`}>
      <Form
        error={invite.error}
        fields={['email', 'name', 'locale', ...accessFieldNames]}
        onSubmit={() => invite.mutate()}
        actions={
          <>
            <Button
              type="submit"
              look="primary"
              isPending={invite.isPending}
              isDisabled={draft.email.trim() === '' || isPlaceMissing(draft)}
            >
              <Trans>Send the invitation</Trans>
            </Button>
            <Button onPress={() => onClose()}>
              <Trans context="stop what I am doing">Cancel</Trans>
            </Button>
          </>
        }
      >
        <DirtyGuard isDirty={!isSame(draft, empty)} isPanel />
        <TextField
          name="email"
          type="email"
          label={t`E-mail address`}
          hint={t`A link goes to it that works once, for three days.`}
          autoComplete="off"
          autoFocus
          isRequired
          maxLength={254}
          value={draft.email}
          onChange={(email) => setDraft({ ...draft, email })}
        />
        <TextField
          name="name"
          label={t`Name`}
          autoComplete="off"
          maxLength={100}
          value={draft.name}
          onChange={(name) => setDraft({ ...draft, name })}
        />
        <AccessFields draft={draft} canOwn={canOwn} onChange={(access) => setDraft({ ...draft, ...access })} />
        <Select
          name="locale"
          label={t`Language of the mail`}
          choices={languageChoices}
          value={draft.locale}
          onChange={(locale) => setDraft({ ...draft, locale })}
        />
      </Form>
    </Dialog>
  )
}

const newcomer = {
  email: '',
  name: '',
  staffRole: 'scheduler',
  locationIds: null,
  includesUnassigned: false,
} as const
