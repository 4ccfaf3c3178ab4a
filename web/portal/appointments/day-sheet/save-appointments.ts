import { useLingui } from '@lingui/react/macro'
import { now } from '#web/api/clock.ts'
import { toCsv } from '#web/ui/csv.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { dayOf } from '#web/ui/time/days.ts'
import { useCountry, useProfile } from '../../holder.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { appointmentRows } from './appointment-rows.ts'

/** Saves appointments as a file for a spreadsheet, which is called after the first of their days. */
export function useSaveAppointments() {
  const { i18n } = useLingui()
  const { defaultTimezone } = useProfile()
  const country = useCountry()
  return (appointments: readonly Appointment[], options: { readonly withContact: boolean }) => {
    const day = dayOf(appointments[0]?.startsAt ?? now(), defaultTimezone)
    saveFile(toCsv(appointmentRows(appointments, options, i18n), country), 'text/csv', `tijdig-${day}.csv`)
  }
}
