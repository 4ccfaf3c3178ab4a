import { lazy, Suspense } from 'react'
import { AppointmentCard as Card } from '#web/ui/appointment/appointment-card.tsx'
import { CallLink } from '#web/ui/appointment/call-link.tsx'
import { shownComponents } from '#web/ui/appointment/layout.ts'
import { Actions } from './actions.tsx'
import type { OwnAppointment } from './appointment-queries.ts'
import { CalendarLink } from './calendar-link.tsx'

// Hardly anybody sees it.
const TestNote = lazy(async () => ({ default: (await import('#web/ui/test-note.tsx')).TestNote }))

export function AppointmentCard({ appointment }: { readonly appointment: OwnAppointment }) {
  return (
    <>
      {appointment.platformHolder.isTest && (
        <Suspense>
          <TestNote />
        </Suspense>
      )}
      <Card
        appointment={appointment}
        layout={appointment.layout}
        doing={{
          actions: <Actions appointment={appointment} />,
          calendar_link: <CalendarLink appointment={appointment} />,
        }}
      />
      <LeftOut appointment={appointment} />
    </>
  )
}

/** Where it is and whom to call, which nobody should have to look for, where the layout leaves them out. */
function LeftOut({
  appointment: { layout, place: itsPlace, platformHolder },
}: {
  readonly appointment: OwnAppointment
}) {
  const shown = new Set(shownComponents('appointment_detail', layout).map(({ type }) => type))
  const place = shown.has('location') ? null : itsPlace
  const phoneNumber = shown.has('provider') || shown.has('contact') ? null : platformHolder.phoneNumber
  if (!place && !phoneNumber) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 px-5">
      {place && <p>{place}</p>}
      {phoneNumber && <CallLink phoneNumber={phoneNumber} />}
    </div>
  )
}
