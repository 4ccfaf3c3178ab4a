import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarClock, Plus } from 'lucide-react'
import { LinkButton } from '#web/ui/button/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Badge } from '#web/ui/data/status-pill.tsx'
import { rowLink, Table } from '#web/ui/data/table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { reminderPolicy } from '../reminders/policy-queries.ts'
import { useStepsText } from '../reminders/policy-text.ts'
import { SetupPage } from '../setup-page.tsx'
import { typeList, typeName } from './type-queries.ts'

const route = getRouteApi('/shell/setup/types')

/** Appointment types, and how each is reminded of. */
export function TypeListPage() {
  const { t } = useLingui()
  const holder = useHolder()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { items, nextPageToken } = useSuspenseQuery(typeList(holder, search)).data
  const { steps } = useSuspenseQuery(reminderPolicy(holder)).data
  const { defaultLocale } = useProfile()
  const stepsText = useStepsText()
  const isArchive = search.archived ?? false
  const add = (
    <LinkButton to="/setup/types/new" look="primary" icon={<Plus aria-hidden size={16} />}>
      <Trans>Add a type</Trans>
    </LinkButton>
  )
  return (
    <SetupPage
      title={isArchive ? t`Archived appointment types` : t`Appointment types`}
      lead={isArchive ? t`Appointments of these types keep them, but they can no longer be chosen.` : undefined}
      actions={
        <>
          {isArchive ? (
            <LinkButton to="/setup/types" search={{}}>
              <Trans>Show those in use</Trans>
            </LinkButton>
          ) : (
            <LinkButton to="/setup/types" search={{ archived: true }} look="quiet">
              <Trans>Show archived</Trans>
            </LinkButton>
          )}
          {!isArchive && items.length > 0 && add}
        </>
      }
    >
      <Table
        label={isArchive ? t`Archived appointment types` : t`Appointment types`}
        rows={items}
        keyOf={({ id }) => id}
        emptyState={
          isArchive ? (
            <EmptyState title={t`No archived appointment types`} />
          ) : (
            <EmptyState icon={<CalendarClock aria-hidden size={24} />} title={t`No appointment types yet`} action={add}>
              <Trans>With types, each kind of appointment has its own length, texts and reminders.</Trans>
            </EmptyState>
          )
        }
        columns={[
          {
            id: 'name',
            title: t`Name`,
            isTyped: true,
            cell: ({ id, name, color, ownership }) => (
              <span className="flex items-center gap-2.5">
                <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ backgroundColor: color }} />
                <Link to="/setup/types/$typeId" params={{ typeId: id }} {...rowLink}>
                  {typeName(name, currentLocale(), defaultLocale)}
                </Link>
                {ownership === 'global' && (
                  <Badge>
                    <Trans>from Tijdig</Trans>
                  </Badge>
                )}
              </span>
            ),
          },
          {
            id: 'duration',
            title: t`Minutes`,
            isNumber: true,
            cell: ({ durationMinutes }) => durationMinutes,
          },
          {
            id: 'reminders',
            title: t`Reminders`,
            isSecondary: true,
            cell: ({ reminderPlan }) =>
              reminderPlan === null ? (
                <span className="text-muted">{stepsText(steps)}</span>
              ) : (
                <span>{stepsText(reminderPlan.steps)}</span>
              ),
          },
        ]}
      />
      <Pagination
        isFirst={search.pageToken === undefined}
        nextPageToken={nextPageToken}
        onFirst={() => void navigate({ search: ({ archived }) => ({ archived }) })}
        onNext={(pageToken) => void navigate({ search: (before) => ({ ...before, pageToken }) })}
      />
    </SetupPage>
  )
}
