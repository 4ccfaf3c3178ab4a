import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Phone, Plus } from 'lucide-react'
import { LinkButton } from '#web/ui/button/button.tsx'
import { buttonClass } from '#web/ui/button/button-class.ts'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { AppointmentTable } from '../appointments/list/appointment-table.tsx'
import { useHolder } from '../holder.ts'
import { appointmentsOfPerson, onePerson, type PersonSearch } from './people-queries.ts'
import { PersonFacts } from './person-facts.tsx'
import { PersonMessages } from './person-messages.tsx'
import { PersonNote } from './person-note.tsx'
import { SameAgain } from './same-again.tsx'
import { May } from '../may.tsx'

const route = getRouteApi('/shell/people/$personId')

/** One person as the organization knows them: appointments, what was sent, how to reach them, and what can be done. */
export function PersonPage() {
  const { t } = useLingui()
  const { personId } = route.useParams()
  const { data: person } = useSuspenseQuery(onePerson(useHolder(), personId))
  return (
    <Page
      title={person.displayName}
      actions={
        <>
          {person.phoneNumberE164 !== null && (
            <a href={`tel:${person.phoneNumberE164}`} className={buttonClass('secondary')}>
              <Phone aria-hidden size={16} />
              <Trans>Call</Trans>
            </a>
          )}
          <May scope="appointments:write">
            <SameAgain personId={personId} />
            <LinkButton
              to="/appointments/new"
              search={{ person: personId }}
              look="primary"
              icon={<Plus aria-hidden size={16} />}
            >
              <Trans>New appointment</Trans>
            </LinkButton>
          </May>
        </>
      }
    >
      <div className="grid gap-x-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
        <div>
          <Section title={t({ message: 'Contact', context: 'of a person' })}>
            <PersonFacts person={person} />
          </Section>
          <May scope="appointments:write">
            <PersonNote key={person.personId} person={person} />
          </May>
        </div>
        <div>
          <Section title={t`Coming appointments`}>
            <Appointments when="coming" />
          </Section>
          <Section title={t`Earlier appointments`}>
            <Appointments when="past" />
          </Section>
          <PersonMessages />
        </div>
      </div>
    </Page>
  )
}

function Appointments({ when }: { readonly when: 'coming' | 'past' }) {
  const { t } = useLingui()
  const { personId } = route.useParams()
  const pageToken = route.useSearch()[when]
  const navigate = route.useNavigate()
  const { items, nextPageToken } = useSuspenseQuery(appointmentsOfPerson(useHolder(), personId, when, pageToken)).data
  const go = (token: string | undefined) =>
    void navigate({ search: (before: PersonSearch) => ({ ...before, [when]: token }), resetScroll: false })
  return (
    <>
      <AppointmentTable
        label={when === 'coming' ? t`Coming appointments` : t`Earlier appointments`}
        appointments={items}
        emptyState={
          <p className="text-muted">
            <Trans>None</Trans>
          </p>
        }
      />
      <Pagination
        isFirst={pageToken === undefined}
        nextPageToken={nextPageToken}
        onFirst={() => go(undefined)}
        onNext={go}
      />
    </>
  )
}
