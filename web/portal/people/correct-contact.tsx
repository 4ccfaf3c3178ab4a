import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { changedByAppointment } from '../appointments/appointment-queries.ts'
import { phoneOf } from '../appointments/form/appointment-draft.ts'
import { useHolder, useProfile } from '../holder.ts'
import type { Person } from './people-queries.ts'

/** Gives all appointments ahead of a person another number or address. */
export function CorrectContact({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Trans>Correct the contact</Trans>
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t`Correct the contact`}>
        <ContactForm person={person} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function ContactForm({ person, onDone }: { readonly person: Person; readonly onDone: () => void }) {
  const { t } = useLingui()
  const params = { platformHolderId: useHolder(), personId: person.personId }
  const { headquartersCountryCode } = useProfile()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const [phone, setPhone] = useState(person.phoneNumberE164 ?? '')
  const [email, setEmail] = useState(person.email ?? '')
  const [isUnread, setUnread] = useState(false)
  const correct = useMutation({
    mutationFn: async () => {
      const number = await phoneOf(phone, headquartersCountryCode ?? 'NL')
      setUnread(number === null)
      if (number === null) return null
      return call('correctHolderPersonContact', {
        params,
        body: { clientRequestId, phoneNumberE164: number || null, email: email.trim() || null },
      })
    },
    onSuccess: async (corrected) => {
      if (corrected === null) return
      await readAnew(queries, changedByAppointment)
      toast(t`The contact has been corrected`)
      onDone()
      if (corrected.personId !== params.personId)
        await navigate({ to: '/people/$personId', params: { personId: corrected.personId }, replace: true })
    },
  })
  const { sourceManaged = 0, changed = 0 } = correct.data ?? {}
  return (
    <Form
      error={correct.error}
      found={isUnread ? [{ path: 'phoneNumberE164', code: 'invalid_format' }] : []}
      fields={['phoneNumberE164', 'email']}
      onSubmit={() => correct.mutate()}
      actions={
        <Button type="submit" look="primary" isPending={correct.isPending}>
          <Trans>Save the change</Trans>
        </Button>
      }
    >
      <p className="text-muted">
        <Trans>
          All coming appointments of this person get it. Appointments that come from another system have to be changed
          there.
        </Trans>
      </p>
      <TextField
        label={t`Mobile number`}
        name="phoneNumberE164"
        type="tel"
        value={phone}
        onChange={setPhone}
        autoComplete="off"
      />
      <TextField
        label={t`E-mail address`}
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="off"
      />
      {changed === 0 && sourceManaged > 0 && (
        <p role="alert" className="text-warn">
          <Plural
            value={sourceManaged}
            one="# appointment comes from another system and was not changed."
            other="# appointments come from another system and were not changed."
          />
        </p>
      )}
    </Form>
  )
}
