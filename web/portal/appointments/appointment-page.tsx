import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { now } from '#web/api/clock.ts'
import { Joined } from '#web/ui/data/joined.tsx'
import { Timeline } from '#web/ui/data/timeline.tsx'
import { formatDateTime, formatDay, formatDayTime, formatTime } from '#web/ui/time/dates.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { useHolder, useProfile } from '../holder.ts'
import { WaitsForTime } from '../requests/waits-for-time.tsx'
import { AnswerPill } from './answer-pill.tsx'
import { AppointmentActions } from './appointment-actions.tsx'
import { callsAbout, oneAppointment, remindersOf } from './appointment-queries.ts'
import { ErasureSection } from './erasure/erasure-section.tsx'
import { DeliveryPill, type Appointment } from './delivery-pill.tsx'
import { LanguageOfPerson } from './language-of-person.tsx'
import { DeskButtons } from './reach/desk-buttons.tsx'
import { isUntold, NotReached } from './reach/not-reached.tsx'
import { timelineOf } from './timeline-of.ts'
import { useWalk } from './use-walk.ts'
import { WalkButtons } from './walk-buttons.tsx'
import { May } from '../may.tsx'

const route = getRouteApi('/shell/appointments/$appointmentId')

/** One appointment: what it is, what became of its messages, and what can be done. */
export function AppointmentPage() {
  const holder = useHolder()
  const { appointmentId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const walk = useWalk(search.day === undefined ? null : search, appointmentId, ({ id, pageToken }) => {
    void navigate({
      to: '/appointments/$appointmentId',
      params: { appointmentId: id },
      search: { ...search, pageToken },
      replace: true,
    })
  })
  const { data: appointment } = useSuspenseQuery(oneAppointment(holder, appointmentId))
  const { startsAt, timezone, recipient } = appointment
  const { defaultTimezone } = useProfile()
  const locale = currentLocale()
  return (
    <Page
      title={recipient.displayName}
      lead={formatDayTime(startsAt, locale, timezone, defaultTimezone)}
      actions={
        <>
          <AppointmentActions appointment={appointment} />
          {search.day !== undefined && <WalkButtons walk={walk} />}
        </>
      }
    >
      <ErrorNote error={walk.error} />
      <AppointmentDetails appointment={appointment} />
    </Page>
  )
}

/** Everything about it, on its page and beside a list alike. */
export function AppointmentDetails({ appointment }: { readonly appointment: Appointment }) {
  const { t } = useLingui()
  return (
    <div className="@container">
      <WaitsForTime appointment={appointment} />
      <NotReached appointment={appointment} />
      <div className="grid gap-x-8 @min-[46rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <div>
          <Section title={t`Appointment`}>
            <Facts appointment={appointment} />
          </Section>
          <May scope="deletion-requests:read">
            <ErasureSection appointment={appointment} />
          </May>
        </div>
        <Section title={t`What happened`}>
          <History appointment={appointment} />
        </Section>
      </div>
    </div>
  )
}

function Facts({ appointment }: { readonly appointment: Appointment }) {
  const { t } = useLingui()
  const { displayName: ownName, defaultTimezone } = useProfile()
  const { recipient, startsAt, endsAt, timezone, openRequest } = appointment
  const locale = currentLocale()
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
      {/* The default title is the organization's name, which says nothing here. */}
      {appointment.title !== ownName && <Fact name={t`Title`}>{appointment.title}</Fact>}
      <Fact name={t`When`}>
        {formatDay(startsAt, locale, timezone)}
        <span className="block">
          {formatTime(startsAt, locale, timezone)} – {formatTime(endsAt, locale, timezone, defaultTimezone)}
        </span>
      </Fact>
      {appointment.place && <Fact name={t`Where`}>{appointment.place}</Fact>}
      <Fact name={t`Reminder`}>
        <DeliveryPill status={appointment.delivery.status} />
      </Fact>
      <Fact name={t`Answer`}>
        <AnswerPill appointment={appointment} />
        {openRequest !== null && (
          <Link
            to="/requests/$requestId"
            params={{ requestId: openRequest.requestId }}
            className="ms-3 font-medium text-accent underline-offset-2 hover:underline"
          >
            <Trans>Answer the request</Trans>
          </Link>
        )}
        {!isUntold(appointment) && (
          <div className="mt-2 empty:hidden">
            <DeskButtons appointment={appointment} />
          </div>
        )}
      </Fact>
      <Fact name={t`Person`}>
        <Link
          to="/people/$personId"
          params={{ personId: recipient.personId }}
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          <Trans>All appointments of this person</Trans>
        </Link>
      </Fact>
      <Fact name={t`Telephone`}>
        {recipient.phoneNumberE164 === null ? (
          <None />
        ) : (
          <a href={`tel:${recipient.phoneNumberE164}`} dir="ltr" className="underline-offset-2 hover:underline">
            {recipient.phoneNumberE164}
          </a>
        )}
      </Fact>
      <Fact name={t`E-mail`}>
        {recipient.email === null ? (
          <None />
        ) : (
          <a href={`mailto:${recipient.email}`} className="underline-offset-2 hover:underline">
            {recipient.email}
          </a>
        )}
      </Fact>
      <Fact name={t`Language`}>
        <LanguageOfPerson appointment={appointment} />
      </Fact>
      <Fact name={t`Source`}>
        {appointment.origin === 'local' ? (
          <Trans>Made in Tijdig</Trans>
        ) : (
          <>
            {appointment.status === 'registered' ? (
              <Trans>
                It comes from {appointment.sourceSystem}. Change it there, and it will be updated here automatically.
              </Trans>
            ) : (
              appointment.sourceSystem
            )}
            <span className="block text-xs text-muted">{appointment.externalAppointmentId}</span>
          </>
        )}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-4 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function None() {
  return (
    <span className="text-muted">
      <Trans>None</Trans>
    </span>
  )
}

function History({ appointment }: { readonly appointment: Appointment }) {
  const { t, i18n } = useLingui()
  const holder = useHolder()
  const { data } = useSuspenseQuery(remindersOf(holder, appointment.id))
  const { data: calls } = useSuspenseQuery(callsAbout(holder, appointment.id))
  const { timezone } = appointment
  const { defaultTimezone } = useProfile()
  const locale = currentLocale()
  const events = timelineOf(appointment, data.items, calls.items).map(
    ({ icon: Icon, title, tone, instant, notes, id }) => {
      const isAhead = Date.parse(instant) > now().getTime()
      return {
        id,
        icon: <Icon aria-hidden size={14} className={tones[tone]} />,
        title: <span className={isAhead || tone === 'quiet' ? 'text-muted' : ''}>{i18n._(title)}</span>,
        when: formatDateTime(instant, locale, timezone, defaultTimezone),
        instant,
        note: notes.length > 0 && (
          <Joined facts={notes.map((note) => (typeof note === 'string' ? note : i18n._(note)))} />
        ),
      }
    },
  )
  return <Timeline label={t`What happened`} events={events} />
}

const tones = { ok: 'text-ok', danger: 'text-danger', quiet: '', plain: '' } as const
