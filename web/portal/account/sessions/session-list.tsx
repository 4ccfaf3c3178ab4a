import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { TabLinks, tabLink } from '#web/ui/data/tabs.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useHolder } from '../../holder.ts'
import { useMay } from '../../may.tsx'
import { EndSessionDialog } from './end-session-dialog.tsx'
import { readSessionSearch, sessionList, type Session } from './session-queries.ts'
import { SessionTable } from './session-table.tsx'

const route = getRouteApi('/shell/account/sign-in')

/** Where one is signed in and, for owners, where all staff are: each can be ended. */
export function SessionList() {
  const { t } = useLingui()
  const holder = useHolder()
  const search = readSessionSearch(route.useSearch())
  const navigate = route.useNavigate()
  const isForOwner = useMay('sessions:read')
  const { data, error, refetch } = useQuery(sessionList(holder, search))
  const [asked, setAsked] = useState<Session | null>(null)
  const { who, ended, pageToken } = search
  const title = who === 'all' ? t`Sign-ins of all staff` : t`Your sign-ins`
  return (
    <section aria-label={title} className="mt-10">
      {isForOwner ? (
        <TabLinks label={t`Sign-in`}>
          {/* Their addresses differ in the search alone. */}
          <Link
            to="/account/sign-in"
            search={{}}
            activeOptions={{ exact: true, includeSearch: true }}
            {...ofTab(who !== 'all')}
          >
            <Trans>Your sign-ins</Trans>
          </Link>
          <Link to="/account/sign-in" search={{ who: 'all' }} {...ofTab(who === 'all')}>
            <Trans>Sign-ins of all staff</Trans>
          </Link>
        </TabLinks>
      ) : (
        <h2 className="mb-3 text-base font-semibold">{title}</h2>
      )}
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SessionTable
          title={title}
          sessions={data?.items}
          isOfAll={who === 'all'}
          isEnded={ended === true}
          end={(session) => <EndButton session={session} onPress={() => setAsked(session)} />}
        />
      )}
      <Pagination
        isFirst={pageToken === undefined}
        nextPageToken={data?.nextPageToken ?? null}
        onFirst={() => void navigate({ search: { ...search, pageToken: undefined } })}
        onNext={(next) => void navigate({ search: { ...search, pageToken: next } })}
      />
      <p className="mt-3">
        <Link
          to="/account/sign-in"
          search={{ ...(who && { who }), ...(ended ? {} : { ended: true }) }}
          className="underline underline-offset-2"
        >
          {ended ? <Trans>Show who is signed in</Trans> : <Trans>Show the last 30 days</Trans>}
        </Link>
      </p>
      <EndSessionDialog session={asked} isOfAll={who === 'all'} onClose={() => setAsked(null)} />
    </section>
  )
}

function ofTab(isCurrent: boolean) {
  const { className, activeProps, inactiveProps } = tabLink
  const { className: look, ...mark } = { 'aria-current': undefined, ...(isCurrent ? activeProps : inactiveProps) }
  return { className: `${className} ${look}`, ...mark }
}

function EndButton({
  session: { isCurrent, browser },
  onPress,
}: {
  readonly session: Session
  readonly onPress: () => void
}) {
  const { t } = useLingui()
  if (isCurrent) return null
  return (
    <Button look="quiet" aria-label={browser === null ? t`Sign out` : t`Sign out ${browser}`} onPress={onPress}>
      <Trans>Sign out</Trans>
    </Button>
  )
}
