import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, lazyRouteComponent, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { BigLink } from '../big-link.tsx'
import { Loaded, LoadingShape } from '../loaded.tsx'
import { withSignIn } from '../with-sign-in.ts'
import { AppointmentCard } from './appointment-card.tsx'
import { own } from './appointment-queries.ts'
import { BelowDecisions } from './decisions.tsx'

const route = getRouteApi('/a/$appointmentId')

const CancelForm = lazyRouteComponent(() => withSignIn(() => import('./cancel-form.tsx')), 'CancelForm')
const MoveForm = lazyRouteComponent(() => withSignIn(() => import('./move-form.tsx')), 'MoveForm')

/** One appointment, or the form with which something is asked about it. */
export function AppointmentPage() {
  const { t } = useLingui()
  const { appointmentId } = route.useParams()
  const { ask } = route.useSearch()
  const appointment = useQuery(own(appointmentId))
  const title = ask === 'cancel' ? t`I can’t come` : ask === 'move' ? t`Another time` : t`Your appointment`
  if (appointment.error instanceof ApiError && appointment.error.status === 404)
    return (
      <Page title={t`This is not your appointment`}>
        <EmptyState
          title={t`Appointment not found`}
          action={
            <BigLink to="/my">
              <Trans>To my appointments</Trans>
            </BigLink>
          }
        >
          <Trans>
            It may belong to somebody else in your family, or it may no longer exist. You only see your own appointments
            here.
          </Trans>
        </EmptyState>
      </Page>
    )
  return (
    <>
      <Back isAsking={ask !== undefined} appointmentId={appointmentId} />
      <Page title={title}>
        <Loaded query={appointment}>
          {(data) => {
            if (ask === undefined || data.openRequest)
              return (
                <BelowDecisions appointments={[data]}>
                  <AppointmentCard appointment={data} />
                </BelowDecisions>
              )
            return (
              <Suspense fallback={<LoadingShape />}>
                {ask === 'cancel' ? <CancelForm appointment={data} /> : <MoveForm appointment={data} />}
              </Suspense>
            )
          }}
        </Loaded>
      </Page>
    </>
  )
}

function Back({ isAsking, appointmentId }: { readonly isAsking: boolean; readonly appointmentId: string }) {
  const look = '-ms-2 mb-2 inline-flex min-h-11 items-center gap-1.5 px-2 text-sm text-muted hover:text-ink'
  const arrow = <ArrowLeft aria-hidden size={16} className="rtl:rotate-180" />
  return isAsking ? (
    <Link to="/a/$appointmentId" params={{ appointmentId }} className={look}>
      {arrow}
      <Trans>Back to the appointment</Trans>
    </Link>
  ) : (
    <Link to="/my/all" className={look}>
      {arrow}
      <Trans>All appointments</Trans>
    </Link>
  )
}
