import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { BigLink } from '../big-link.tsx'
import { Loaded } from '../loaded.tsx'
import { AppointmentCard } from './appointment-card.tsx'
import { ahead, own, type ListedAppointment } from './appointment-queries.ts'
import { AppointmentRow } from './appointment-row.tsx'
import { BelowDecisions } from './decisions.tsx'

/** The one appointment that comes next, and what follows it. */
export function NextPage() {
  const { t } = useLingui()
  const list = useQuery(ahead())
  return (
    <Page title={t`Next appointment`}>
      <Loaded query={list}>
        {({ items }) => {
          const [next, ...others] = items.filter(({ status }) => status === 'registered')
          return (
            <BelowDecisions appointments={items} isList>
              {next ? <Next id={next.id} others={others} /> : <NothingPlanned />}
            </BelowDecisions>
          )
        }}
      </Loaded>
    </Page>
  )
}

function NothingPlanned() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={<CalendarCheck aria-hidden size={28} />}
      title={t`No upcoming appointments`}
      action={
        <BigLink to="/my/all" search={{ show: 'earlier' }}>
          <Trans>Earlier appointments</Trans>
        </BigLink>
      }
    >
      <Trans>When an organization makes an appointment with you, it appears here.</Trans>
    </EmptyState>
  )
}

/** Reads the next appointment by itself: the list has only what the layout for lists shows. */
function Next({ id, others }: { readonly id: string; readonly others: readonly ListedAppointment[] }) {
  const { t } = useLingui()
  return (
    <Loaded query={useQuery(own(id))}>
      {(appointment) => (
        <>
          <AppointmentCard appointment={appointment} />
          {others.length > 0 && (
            <section aria-label={t`Later appointments`} className="mt-8">
              <h2 className="mb-2 text-base font-semibold">
                <Trans>Later appointments</Trans>
              </h2>
              <ul className="divide-y divide-line">
                {others.slice(0, 3).map((other) => (
                  <AppointmentRow key={other.id} appointment={other} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </Loaded>
  )
}
