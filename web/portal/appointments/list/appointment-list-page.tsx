import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleAlert, FileUp, PhoneCall, Plus, Printer } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { LinkButton } from '#web/ui/button/button.tsx'
import { TabLinks, tabLink } from '#web/ui/data/tabs.tsx'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { Page } from '#web/ui/page.tsx'
import { readFilters } from '../filters.ts'
import { ListView } from './list-view.tsx'
import { May } from '../../may.tsx'

const SpanView = lazy(async () => ({ default: (await import('../calendar/span-view.tsx')).SpanView }))

const route = getRouteApi('/shell/appointments')

/** All appointments: a list to search, a day, or a week. */
export function AppointmentListPage() {
  const { t } = useLingui()
  const { view, day, ...search } = route.useSearch()
  const sheet = { ...readFilters(search), day }
  return (
    <Page
      title={t`Appointments`}
      actions={
        <>
          <LinkButton to="/call-list" icon={<PhoneCall aria-hidden size={16} />}>
            <Trans>Call list</Trans>
          </LinkButton>
          <May scope="batches:write">
            <LinkButton
              to="/batches"
              search={{ day, location: search.location, type: search.type }}
              icon={<CircleAlert aria-hidden size={16} />}
            >
              <Trans>Closed, ill or late</Trans>
            </LinkButton>
          </May>
          {/* Nobody prints or imports by telephone, where the list has its place. */}
          <span className="contents max-sm:hidden">
            <LinkButton to="/appointments/sheet" search={sheet} icon={<Printer aria-hidden size={16} />}>
              <Trans>Day on paper</Trans>
            </LinkButton>
            <May scope="appointments:write">
              <LinkButton to="/appointments/import" icon={<FileUp aria-hidden size={16} />}>
                <Trans>Import</Trans>
              </LinkButton>
            </May>
          </span>
          <May scope="appointments:write">
            <LinkButton to="/appointments/new" look="primary" icon={<Plus aria-hidden size={16} />}>
              <Trans>New appointment</Trans>
            </LinkButton>
          </May>
        </>
      }
    >
      <TabLinks label={t`Views`}>
        <ViewLink view={undefined}>
          <Trans>List</Trans>
        </ViewLink>
        <ViewLink view="day">
          <Trans>Day</Trans>
        </ViewLink>
        <ViewLink view="week">
          <Trans>Week</Trans>
        </ViewLink>
      </TabLinks>
      <Suspense
        key={view === undefined ? 'list' : 'span'}
        fallback={
          <div aria-busy>
            <Skeleton className="h-96 w-full" />
          </div>
        }
      >
        {view === undefined ? <ListView /> : <SpanView />}
      </Suspense>
    </Page>
  )
}

function ViewLink({ view, children }: { readonly view: 'day' | 'week' | undefined; readonly children: ReactNode }) {
  return (
    <Link
      to="/appointments"
      search={(kept) => ({ ...kept, view })}
      activeOptions={{ includeSearch: true, explicitUndefined: true }}
      {...tabLink}
    >
      {children}
    </Link>
  )
}
