import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { part } from '#web/api/part.ts'
import { whenText } from '#web/ui/appointment/when.tsx'
import { enumeration } from '#web/ui/enumeration.ts'
import type { Found } from '#web/ui/use-mutation.ts'
import { own, type OwnAppointment } from './appointment-queries.ts'

/** Reads the appointment again, for what was refused, and tells what is different from what is shown. */
export function useOwnAgain(shown: OwnAppointment): () => Promise<Found<never>> {
  const { t } = useLingui()
  const queries = useQueryClient()
  return async () => {
    const { differences } = await part(() => import('#web/ui/change/differences.ts'))
    const now = await queries.fetchQuery({ ...own(shown.id), staleTime: 0 })
    return {
      differences: differences(shown, now, {
        startsAt: { name: t`Appointment`, text: described },
      }),
    }
  }
}

function described({ startsAt, timezone, place }: OwnAppointment): string {
  const when = whenText(startsAt, timezone)
  return place === null ? when : enumeration([when, place])
}
