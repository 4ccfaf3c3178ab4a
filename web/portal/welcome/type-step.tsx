import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { closestLocale } from '#web/ui/language/locales.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { appointmentTypes } from '../setup/types/type-queries.ts'
import { useHolder, useProfile } from '../holder.ts'
import { useNextStep } from './use-next-step.ts'

const lengths = ['10', '15', '20', '30', '45', '60', '90'] as const

/** The first kind of appointment of the organization. */
export function TypeStep() {
  const { t } = useLingui()
  const holder = useHolder()
  const { defaultLocale } = useProfile()
  const queries = useQueryClient()
  const goOn = useNextStep('type')
  const own = useSuspenseQuery(appointmentTypes(holder)).data.items.filter(({ ownership }) => ownership === 'own')
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const [name, setName] = useState('')
  const [minutes, setMinutes] = useState<(typeof lengths)[number]>('20')
  const [isNamed, setNamed] = useState(false)
  const create = useMutation({
    mutationFn: () =>
      call('createHolderAppointmentType', {
        params: { platformHolderId: holder },
        body: {
          clientRequestId,
          name: { [closestLocale(defaultLocale) ?? 'nl']: name.trim() },
          durationMinutes: Number(minutes),
          smsSafe: isNamed,
        },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['listHolderAppointmentTypes'] })
      await goOn()
    },
  })
  if (own.length > 0)
    return (
      <div className="flex flex-col items-start gap-4">
        <p className="text-muted">
          <Plural
            value={own.length}
            one="There is # appointment type already. You can change it and add others under Set-up."
            other="There are # appointment types already. You can change them and add others under Set-up."
          />
        </p>
        <Button look="primary" onPress={() => void goOn()}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    )
  return (
    <>
      <DirtyGuard isDirty={name !== '' && !create.isPending && !create.isSuccess} />
      <Form
        error={create.error}
        fields={['name', `name.${closestLocale(defaultLocale) ?? 'nl'}`, 'durationMinutes']}
        onSubmit={() => create.mutate()}
        actions={
          <Button type="submit" look="primary" isPending={create.isPending}>
            <Trans>Save and continue</Trans>
          </Button>
        }
      >
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <TextField
            label={t`What people come for`}
            name="name"
            placeholder={t`Check-up`}
            maxLength={120}
            autoComplete="off"
            isRequired
            value={name}
            onChange={setName}
          />
          <Select
            label={t`How long it takes`}
            name="durationMinutes"
            choices={lengths.map((id) => ({ id, name: plural(Number(id), { one: '# minute', other: '# minutes' }) }))}
            value={minutes}
            onChange={setMinutes}
          />
        </div>
        <Checkbox isSelected={isNamed} onChange={setNamed}>
          <Trans>Messages may mention this name. Leave this off if the name says something about health.</Trans>
        </Checkbox>
      </Form>
    </>
  )
}
