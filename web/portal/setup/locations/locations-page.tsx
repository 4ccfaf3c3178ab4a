import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { MapPin, Plus } from 'lucide-react'
import { LinkButton } from '#web/ui/button/button.tsx'
import { rowLink, Table } from '#web/ui/data/table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFocusAfterRemoval } from '#web/ui/form/focus-after-removal.ts'
import { useProfile } from '../../holder.ts'
import { SetupPage } from '../setup-page.tsx'
import { LocationDialog } from './location-dialog.tsx'

const route = getRouteApi('/shell/setup/locations')

export function LocationsPage() {
  const { t } = useLingui()
  const { edit } = route.useSearch()
  const navigate = route.useNavigate()
  const { schedulingSetup } = useProfile()
  const locations = schedulingSetup?.locations ?? []
  const removal = useFocusAfterRemoval<HTMLDivElement>()
  const opened = edit === 'new' ? newLocation : locations.find(({ id }) => id === edit)
  const add = (
    <LinkButton to="/setup/locations" search={{ edit: 'new' }} look="primary" icon={<Plus aria-hidden size={16} />}>
      <Trans>Add a location</Trans>
    </LinkButton>
  )
  return (
    <SetupPage
      title={t`Locations`}
      lead={t`Messages say where an appointment is by the name of its location.`}
      actions={locations.length > 0 && add}
    >
      <div ref={removal.list}>
        <Table
          label={t`Locations`}
          rows={locations}
          keyOf={({ id }) => id}
          emptyState={
            <EmptyState
              icon={<MapPin aria-hidden size={24} />}
              title={t`No locations yet`}
              action={<div data-focus-last>{add}</div>}
            >
              <Trans>Add the places where people come for an appointment.</Trans>
            </EmptyState>
          }
          columns={[
            {
              id: 'name',
              title: t`Name`,
              isTyped: true,
              cell: ({ id, name }) => (
                <Link to="/setup/locations" search={{ edit: id }} data-focus-next {...rowLink}>
                  {name}
                </Link>
              ),
            },
            {
              id: 'persons',
              title: t`People who work there`,
              isNumber: true,
              cell: ({ personCount }) => personCount,
            },
            { id: 'rooms', title: t`Rooms`, isNumber: true, cell: ({ roomCount }) => roomCount },
          ]}
        />
      </div>
      {opened && (
        <LocationDialog
          key={opened.id}
          location={opened}
          onRemoved={() => removal.note(locations.indexOf(opened))}
          onClose={(isDone) => void navigate({ search: {}, replace: true, ignoreBlocker: isDone })}
        />
      )}
    </SetupPage>
  )
}

const newLocation = { id: '', name: '', personCount: 1, roomCount: 1 }
