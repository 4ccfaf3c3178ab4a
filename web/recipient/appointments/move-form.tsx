import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { now } from '#web/api/clock.ts'
import { IconButton } from '#web/ui/button/button.tsx'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { instantOf } from '#/locales/zoned-time.ts'
import { addDays, dayOf } from '#web/ui/time/days.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'
import type { OwnAppointment } from './appointment-queries.ts'
import { RequestForm, type Wish } from './request-form.tsx'

/** A part of a day, in the appointment's local time. */
type Window = { readonly day: string; readonly from: string; readonly to: string }

const partNames = { day: 'startsAt', from: 'from', to: 'endsAt' } as const

/** Asks for another time, with one to three that would suit. */
export function MoveForm({ appointment }: { readonly appointment: OwnAppointment }) {
  const { t } = useLingui()
  const { timezone } = appointment
  const tomorrow = addDays(dayOf(now(), timezone), 1)
  const usual: Window = { day: '', from: '09:00', to: '17:00' }
  const [wish, setWish] = useState<Wish>({ reasonCode: null, note: '' })
  const [windows, setWindows] = useState<readonly Window[]>([usual])
  // Faults of the server have the first and last of these names.
  const nameOf = (index: number, part: keyof Window) => `preferredWindows.${index}.${partNames[part]}`
  const gaps = windows.flatMap((window, index) =>
    (['day', 'from', 'to'] as const)
      .filter((part) => window[part] === '')
      .map((part) => ({ path: nameOf(index, part), code: 'required' as const })),
  )
  const change = (index: number, changes: Partial<Window>) =>
    setWindows(windows.map((window, at) => (at === index ? { ...window, ...changes } : window)))
  return (
    <RequestForm
      appointment={appointment}
      kind="move"
      wish={wish}
      onChange={setWish}
      gaps={gaps}
      fields={windows.flatMap((_, index) => [nameOf(index, 'day'), nameOf(index, 'to')])}
      isDirty={wish.note !== '' || wish.reasonCode !== null || windows.some(({ day }) => day !== '')}
      send={(body) =>
        call('createRecipientRescheduleRequest', {
          params: { appointmentId: appointment.id },
          body: {
            ...body,
            preferredWindows: windows.map(({ day, from, to }) => ({
              startsAt: instantOf(day, from, timezone).toISOString(),
              endsAt: instantOf(day, to, timezone).toISOString(),
            })),
          },
        })
      }
    >
      <p className="text-base">
        <Trans>When would suit you? Name up to three days.</Trans>
      </p>
      {windows.map((window, index) => (
        <fieldset key={index} className="rounded-lg border border-line p-4">
          <legend className="px-1 text-sm font-medium">{t`Option ${index + 1}`}</legend>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-end gap-3">
            <div className="col-span-full">
              <TextField
                label={t`Day`}
                name={nameOf(index, 'day')}
                type="date"
                min={tomorrow}
                isRequired
                value={window.day}
                onChange={(day) => change(index, { day })}
              />
            </div>
            <TimeField
              label={t`From`}
              name={nameOf(index, 'from')}
              timeZone={timezone}
              isRequired
              value={window.from || null}
              onChange={(from) => change(index, { from: from ?? '' })}
            />
            <TimeField
              label={t`Until`}
              name={nameOf(index, 'to')}
              timeZone={timezone}
              isRequired
              value={window.to || null}
              onChange={(to) => change(index, { to: to ?? '' })}
            />
          </div>
          {windows.length > 1 && (
            <div className="mt-2 flex justify-end">
              <IconButton
                label={t`Remove option ${index + 1}`}
                onPress={() => setWindows(windows.filter((_, at) => at !== index))}
              >
                <X aria-hidden size={18} />
              </IconButton>
            </div>
          )}
        </fieldset>
      ))}
      {windows.length < 3 && (
        <BigButton look="quiet" onPress={() => setWindows([...windows, usual])}>
          <Plus aria-hidden size={18} />
          <Trans>Add another day</Trans>
        </BigButton>
      )}
    </RequestForm>
  )
}
