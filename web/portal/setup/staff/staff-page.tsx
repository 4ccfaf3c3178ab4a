import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { LinkButton } from '#web/ui/button/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { rowLink, Table } from '#web/ui/data/table.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { later } from '#web/ui/later.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { May } from '../../may.tsx'
import { SetupPage } from '../setup-page.tsx'
import { roleTexts } from './role-text.ts'
import { staffList, type StaffMember } from './staff-queries.ts'
import { StaffState } from './staff-state.tsx'

const InviteDialog = later(async () => (await import('./invite-dialog.tsx')).InviteDialog)
const StaffDialog = later(async () => (await import('./staff-dialog.tsx')).StaffDialog)

const route = getRouteApi('/shell/setup/staff')

/** Who works here, and what each may do. */
export function StaffPage() {
  const { t, i18n } = useLingui()
  const { edit, pageToken } = route.useSearch()
  const navigate = route.useNavigate()
  const { items, nextPageToken } = useSuspenseQuery(staffList(useHolder(), pageToken)).data
  const close = (isDone = false) => void navigate({ search: { pageToken }, replace: true, ignoreBlocker: isDone })
  const opened = items.find(({ id }) => edit === id || edit === `again-${id}`)
  const canOwn = items.some(({ isYou, staffRole }) => isYou && staffRole === 'owner')
  return (
    <SetupPage
      title={t`Staff`}
      lead={t`Who works here with Tijdig, and what each of them may do.`}
      actions={
        <>
          <May scope="sessions:read">
            <LinkButton to="/account/sign-in" search={{ who: 'all' }}>
              <Trans>Sign-ins of all staff</Trans>
            </LinkButton>
          </May>
          <LinkButton
            to="/setup/staff"
            search={{ edit: 'new' }}
            look="primary"
            icon={<UserPlus aria-hidden size={16} />}
          >
            <Trans>Invite somebody</Trans>
          </LinkButton>
        </>
      }
    >
      <Table
        label={t`Staff`}
        rows={items}
        keyOf={({ id }) => id}
        emptyState={null}
        columns={[
          {
            id: 'name',
            title: t`Name`,
            isTyped: true,
            cell: ({ id, name, email, isYou }) => (
              <>
                <Link to="/setup/staff" search={{ edit: id, pageToken }} {...rowLink}>
                  {name ?? <bdi dir="ltr">{email}</bdi>}
                </Link>
                {isYou && (
                  <span className="text-muted">
                    {' '}
                    <Trans context="behind one’s own name">(you)</Trans>
                  </span>
                )}
                {name !== null && (
                  <span className="block text-muted">
                    <bdi dir="ltr">{email}</bdi>
                  </span>
                )}
              </>
            ),
          },
          { id: 'role', title: t`Role`, cell: ({ staffRole }) => i18n._(roleTexts[staffRole].name) },
          { id: 'where', title: t`Locations`, isSecondary: true, cell: (member) => <Places member={member} /> },
          { id: 'seen', title: t`Last seen`, cell: (member) => <LastSeen member={member} /> },
          { id: 'state', title: t`Status`, onCard: 'end', cell: (member) => <StaffState member={member} /> },
        ]}
      />
      {items.length === 1 && pageToken === undefined && (
        <p className="mt-4 text-muted">
          <Trans>Nobody else works here yet. Invite your colleagues, each with a role of their own.</Trans>
        </p>
      )}
      <Pagination
        isFirst={pageToken === undefined}
        nextPageToken={nextPageToken}
        onFirst={() => void navigate({ search: {} })}
        onNext={(next) => void navigate({ search: { pageToken: next } })}
      />
      {edit === 'new' && <InviteDialog known={{}} canOwn={canOwn} onClose={close} />}
      {opened && edit === opened.id && (
        <StaffDialog
          key={opened.id}
          member={opened}
          canOwn={canOwn}
          onInvite={() => void navigate({ search: { pageToken, edit: `again-${opened.id}` }, replace: true })}
          onClose={close}
        />
      )}
      {opened && edit !== opened.id && (
        <InviteDialog
          known={{ email: opened.email, name: opened.name ?? '', staffRole: opened.staffRole }}
          canOwn={canOwn}
          onClose={close}
        />
      )}
    </SetupPage>
  )
}

function Places({ member: { locationIds } }: { readonly member: StaffMember }) {
  const { t } = useLingui()
  const locations = useProfile().schedulingSetup?.locations ?? []
  if (locationIds.length === 0) return t`All`
  return new Intl.ListFormat(currentLocale(), { type: 'unit' }).format(
    locationIds.map((id) => locations.find((location) => location.id === id)?.name ?? id),
  )
}

function LastSeen({ member: { lastSeenAt } }: { readonly member: StaffMember }) {
  const { defaultTimezone } = useProfile()
  return lastSeenAt === null ? '–' : formatShortDayTime(lastSeenAt, currentLocale(), defaultTimezone)
}
