import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { languageNames } from '#web/ui/language/locales.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import { changedByAppointment } from './appointment-queries.ts'
import type { Appointment } from './delivery-pill.tsx'
import { saidOf, type LanguageChoice } from './form/appointment-draft.ts'
import { LanguageSelect } from './form/language-select.tsx'
import { useAppointmentAgain } from './use-appointment-again.ts'
import { useMay } from '../may.tsx'

/** In which language the person is written to, which staff may set wherever the appointment comes from. */
export function LanguageOfPerson({ appointment }: { readonly appointment: Appointment }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { locale, email, phoneNumberE164 } = appointment.recipient
  const may = useMay('appointments:write')
  const canChange = may && appointment.status === 'registered' && (email !== null || phoneNumberE164 !== null)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span>{locale === null ? <Trans>The organization’s language</Trans> : languageNames[locale]}</span>
      {canChange && (
        <Button onPress={() => setOpen(true)}>
          <Trans>Change the language</Trans>
        </Button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t`Change the language`}>
        <LanguageForm appointment={appointment} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function LanguageForm({ appointment, onDone }: { readonly appointment: Appointment; readonly onDone: () => void }) {
  const { t } = useLingui()
  const params = { platformHolderId: useHolder(), appointmentId: appointment.id }
  const queries = useQueryClient()
  const { displayName, email, phoneNumberE164, locale } = appointment.recipient
  const [language, setLanguage] = useState<LanguageChoice>(locale ?? 'organization')
  const save = useMutation({
    mutationFn: () =>
      call('updateHolderAppointment', {
        params,
        body: {
          expectedVersion: appointment.version,
          recipient: { displayName, email, phoneNumberE164, ...saidOf(language) },
        },
      }),
    readAgain: useAppointmentAgain(appointment, (now) => (now.recipient.locale ?? 'organization') === language),
    onSuccess: async () => {
      await readAnew(queries, changedByAppointment)
      toast(t`The change has been saved`)
      onDone()
    },
  })
  return (
    <Form
      error={save.error}
      fields={['recipient.locale']}
      onSubmit={() => save.mutate()}
      actions={
        <Button type="submit" look="primary" isPending={save.isPending}>
          <Trans>Save the change</Trans>
        </Button>
      }
    >
      <LanguageSelect
        value={language}
        onChange={setLanguage}
        hint={t`Applies to all messages to this person that have not been sent yet, including those about other appointments. A language they chose themselves takes precedence.`}
      />
    </Form>
  )
}
