import { useQuery } from '@tanstack/react-query'
import { useHolder, useProfile } from '../../holder.ts'
import { onePerson } from '../../people/people-queries.ts'
import { oneAppointment } from '../appointment-queries.ts'
import { draftAgain, draftFor, emptyDraft, type Draft } from './appointment-draft.ts'
import type { FilledIn } from './filled-in.ts'

/** What a new appointment begins with, from what its route has read, and the zone in which its time is typed. */
export function useFilledIn({ person = '', again = '', weeks = 1, day, time, location }: FilledIn): {
  readonly filledIn: Draft
  readonly timeZone: string
} {
  const holder = useHolder()
  const profile = useProfile()
  const { data: known } = useQuery({ ...onePerson(holder, person), enabled: person !== '' })
  const { data: earlier } = useQuery({ ...oneAppointment(holder, again), enabled: again !== '' })
  const draft =
    earlier !== undefined ? draftAgain(earlier, profile, weeks) : known === undefined ? emptyDraft : draftFor(known)
  return {
    filledIn: { ...draft, day: day ?? draft.day, time: time ?? draft.time, locationId: location ?? draft.locationId },
    // The same again is at the same place, by the clock there.
    timeZone: earlier?.timezone ?? profile.defaultTimezone,
  }
}
