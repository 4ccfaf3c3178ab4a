import { useQuery } from '@tanstack/react-query'
import { useHolder, useProfile } from '../../holder.ts'
import { onePerson } from '../../people/people-queries.ts'
import { oneAppointment } from '../appointment-queries.ts'
import { draftAgain, draftFor, emptyDraft, type Draft } from './appointment-draft.ts'

/** By whom or by what a new appointment is filled in: ids alone, so that no name or number stands in the address. */
export type FilledIn = {
  readonly person?: string
  /** An appointment that is made once more, so many weeks later. */
  readonly again?: string
  readonly weeks?: number
}

const mostWeeks = 156

export function readFilledIn({ person, again, weeks }: Record<string, unknown>): FilledIn {
  const isCount = typeof weeks === 'number' && Number.isInteger(weeks) && weeks > 0 && weeks <= mostWeeks
  return {
    person: typeof person === 'string' ? person : undefined,
    again: typeof again === 'string' ? again : undefined,
    weeks: isCount ? weeks : undefined,
  }
}

/** The draft that a new appointment begins with, from what its route has read. */
export function useFilledIn({ person = '', again = '', weeks = 1 }: FilledIn): Draft {
  const holder = useHolder()
  const profile = useProfile()
  const { data: known } = useQuery({ ...onePerson(holder, person), enabled: person !== '' })
  const { data: earlier } = useQuery({ ...oneAppointment(holder, again), enabled: again !== '' })
  if (earlier !== undefined) return draftAgain(earlier, profile, weeks)
  return known === undefined ? emptyDraft : draftFor(known)
}
