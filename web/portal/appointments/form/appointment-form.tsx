import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button/button.tsx'
import { DatePicker } from '#web/ui/form/date-picker.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { FormGroup } from '#web/ui/form/form-group.tsx'
import type { Fault } from '#web/ui/form/faults.ts'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { zoneName } from '#web/ui/time/dates.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { activeTypes, typeName } from '../../setup/types/type-queries.ts'
import { bodyOf, loadNumbers, type Body, type Draft, type Opened } from './appointment-draft.ts'
import { LanguageSelect } from './language-select.tsx'
import { textFactNames, textFacts } from './text-facts.ts'
import { useRights } from '../../may.tsx'

const fields = [
  'recipient.displayName',
  'recipient.phoneNumberE164',
  'recipient.email',
  'recipient.locale',
  'startsAt',
  'startsAt.time',
  'endsAt',
  'appointmentTypeId',
  'locationId',
  ...textFactNames,
]

/** An appointment that is being typed. */
type Typed = { readonly value: Draft; readonly set: (part: Partial<Draft>) => void; readonly isDirty: boolean }

/** Who comes, when, and for what. */
export function AppointmentForm({
  draft: { value: draft, set, isDirty },
  opened,
  mayStay = false,
  timeZone,
  submit,
  isPending,
  error,
  onSubmit,
  children,
}: {
  readonly draft: Typed
  /** The appointment that is changed. */
  readonly opened?: Opened
  /** Whether the language need not be said. */
  readonly mayStay?: boolean
  readonly timeZone: string
  /** Words of the submit button. */
  readonly submit: ReactNode
  readonly isPending: boolean
  readonly error: unknown
  readonly onSubmit: (body: Body) => void
  /** Stands above the button. */
  readonly children?: ReactNode
}) {
  const { t, i18n } = useLingui()
  const { headquartersCountryCode, defaultTimezone } = useProfile()
  const [gaps, setGaps] = useState<readonly Fault[]>([])
  // Needed when it is sent, and perhaps no longer there by then.
  const numbers = useQuery({
    queryKey: ['numbers'],
    queryFn: loadNumbers,
    enabled: isDirty,
    staleTime: Infinity,
    retry: false,
  })
  const reading = useMutation({
    mutationFn: () => bodyOf(draft, timeZone, headquartersCountryCode ?? 'NL', opened),
    onSuccess: (reading) => {
      setGaps('gaps' in reading ? reading.gaps : [])
      if ('body' in reading) onSubmit(reading.body)
    },
  })
  const isPast = error instanceof ApiError && error.code === 'APPOINTMENT_IN_PAST'
  return (
    <div className="max-w-2xl">
      <DirtyGuard isDirty={isDirty} />
      <Form
        error={numbers.error ?? reading.error ?? (isPast ? null : error)}
        found={isPast ? [{ path: 'startsAt', code: 'out_of_range' }] : gaps}
        fields={fields}
        onSubmit={() => reading.mutate()}
        actions={
          <Button type="submit" look="primary" isPending={isPending || reading.isPending}>
            {submit}
          </Button>
        }
      >
        <FormGroup title={t`Who`}>
          <TextField
            label={t({ message: 'Name', context: 'of a person' })}
            name="recipient.displayName"
            maxLength={200}
            value={draft.name}
            onChange={(name) => set({ name })}
            autoComplete="off"
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label={t`Mobile number`}
              hint={t`Text messages are sent to this number.`}
              name="recipient.phoneNumberE164"
              type="tel"
              value={draft.phone}
              onChange={(phone) => set({ phone })}
              autoComplete="off"
            />
            <TextField
              label={t`E-mail address`}
              hint={t`One of the two is needed.`}
              name="recipient.email"
              type="email"
              value={draft.email}
              onChange={(email) => set({ email })}
              autoComplete="off"
            />
          </div>
          <LanguageSelect value={draft.language} onChange={(language) => set({ language })} mayStay={mayStay} />
        </FormGroup>
        <FormGroup title={t`When`}>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-5">
            <DatePicker label={t`Day`} name="startsAt" value={draft.day} onChange={(day) => set({ day })} />
            <TimeField
              label={t`Time`}
              name="startsAt.time"
              timeZone={timeZone}
              hint={timeZone === defaultTimezone ? undefined : t`Time zone: ${zoneName(timeZone)}`}
              value={draft.time}
              onChange={(time) => set({ time })}
            />
            <TextField
              label={t`Minutes`}
              name="endsAt"
              inputMode="numeric"
              value={draft.minutes}
              onChange={(minutes) => set({ minutes: minutes.trim() })}
            />
          </div>
        </FormGroup>
        <FormGroup title={t`What and where`}>
          <TypeAndLocation draft={draft} set={set} />
          <div className="grid gap-5 sm:grid-cols-2">
            {textFactNames.map((field) => (
              <TextField
                key={field}
                label={i18n._(textFacts[field].name)}
                hint={i18n._(textFacts[field].hint)}
                name={field}
                maxLength={textFacts[field].maxLength}
                value={draft[field]}
                onChange={(text) => set({ [field]: text })}
              />
            ))}
          </div>
        </FormGroup>
        {children}
      </Form>
    </div>
  )
}

/** Choosing a type also sets the length. */
function TypeAndLocation({ draft, set }: { readonly draft: Draft; readonly set: (part: Partial<Draft>) => void }) {
  const { t } = useLingui()
  const { schedulingSetup, defaultLocale } = useProfile()
  const { data } = useQuery(activeTypes(useHolder()))
  const types = data?.items ?? []
  const locale = currentLocale()
  const own = useRights().locations
  const locations = (schedulingSetup?.locations ?? [])
    .filter(({ id }) => own?.includes(id) ?? true)
    .map(({ id, name }) => ({ id, name: name || id }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
  const chooseType = (typeId: string) => {
    const type = types.find(({ id }) => id === typeId)
    set({ typeId, ...(type ? { minutes: String(type.durationMinutes) } : {}) })
  }
  if (types.length === 0 && locations.length === 0) return null
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {types.length > 0 && (
        <Select
          label={t`Appointment type`}
          name="appointmentTypeId"
          choices={[
            { id: '', name: t`None` },
            ...types.map(({ id, name }) => ({ id, name: typeName(name, locale, defaultLocale) })),
          ]}
          value={draft.typeId}
          onChange={chooseType}
        />
      )}
      {locations.length > 0 && (
        <Select
          label={t`Location`}
          name="locationId"
          choices={[...((own?.includes('-') ?? true) ? [{ id: '', name: t`None` }] : []), ...locations]}
          value={draft.locationId}
          onChange={(locationId) => set({ locationId })}
        />
      )}
    </div>
  )
}
