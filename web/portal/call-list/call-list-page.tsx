import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ListOrdered, PhoneCall, Printer } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { now } from '#web/api/clock.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TabLinks, tabLink } from '#web/ui/data/tabs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { addDays, dayOf } from '#web/ui/time/days.ts'
import { useHolder, useProfile } from '../holder.ts'
import { callList, type ToCall } from './call-list-queries.ts'
import { CallTable } from './call-table.tsx'
import { RecordedCalls, type Recorded } from './recorded-calls.tsx'

// Loaded when it is asked for.
const CallOrder = lazy(async () => ({ default: (await import('./call-order.tsx')).CallOrder }))
const CancelCalled = lazy(async () => ({ default: (await import('./cancel-called.tsx')).CancelCalled }))

const route = getRouteApi('/shell/call-list')

/** Whom to call, in the order to call them; whoever was called is gone from it, and can be taken back below. */
export function CallListPage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const { items, leftOut } = useSuspenseQuery(callList(useHolder(), useProfile().defaultTimezone, search)).data
  const [recorded, setRecorded] = useState<readonly Recorded[]>([])
  const [willNotCome, setWillNotCome] = useState<ToCall | null>(null)
  // Gone at once; until it is read again only this page knows.
  const isRecorded = ({ appointmentId, lastCall }: ToCall) =>
    recorded.some(({ item, callId }) => item.appointmentId === appointmentId && lastCall?.callId !== callId)
  const add = (one: Recorded) => {
    setRecorded((before) => [one, ...before].slice(0, 5))
    if (one.result === 'will_not_come') setWillNotCome(one.item)
  }
  return (
    <Page
      title={t`Call list`}
      lead={<Trans>People who have not confirmed. Tick off whom you have called.</Trans>}
      actions={
        <>
          <OrderButton />
          <span className="contents max-sm:hidden">
            <Button icon={<Printer aria-hidden size={16} />} onPress={() => window.print()}>
              <Trans>Print</Trans>
            </Button>
          </span>
        </>
      }
    >
      <Days />
      <RecordedCalls
        recorded={recorded}
        onTakenBack={(callId) => setRecorded((before) => before.filter((one) => one.callId !== callId))}
      />
      <CallTable
        items={items.filter((item) => !isRecorded(item))}
        onRecorded={add}
        emptyState={
          <EmptyState icon={<PhoneCall aria-hidden size={24} />} title={t`Nobody to call`}>
            <Trans>Everybody was reached, has confirmed or was called.</Trans>
          </EmptyState>
        }
      />
      {leftOut > 0 && (
        <p className="mt-3 text-muted">
          <Trans>Not listed yet: {leftOut}</Trans>
        </p>
      )}
      <Dialog isOpen={willNotCome !== null} onClose={() => setWillNotCome(null)} title={t`Cancel the appointment`}>
        <Suspense>
          {willNotCome && (
            <CancelCalled appointmentId={willNotCome.appointmentId} onDone={() => setWillNotCome(null)} />
          )}
        </Suspense>
      </Dialog>
    </Page>
  )
}

const exactly = { includeSearch: true, explicitUndefined: true } as const

function Days() {
  const { t } = useLingui()
  const today = dayOf(now(), useProfile().defaultTimezone)
  return (
    <TabLinks label={t`Views`}>
      <Link to="/call-list" search={{ day: undefined }} activeOptions={exactly} {...tabLink}>
        <Trans>The next seven days</Trans>
      </Link>
      <Link to="/call-list" search={{ day: today }} activeOptions={exactly} {...tabLink}>
        <Trans>Today</Trans>
      </Link>
      <Link to="/call-list" search={{ day: addDays(today, 1) }} activeOptions={exactly} {...tabLink}>
        <Trans>Tomorrow</Trans>
      </Link>
    </TabLinks>
  )
}

function OrderButton() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<ListOrdered aria-hidden size={16} />} onPress={() => setOpen(true)}>
        <Trans>How the call list is ordered</Trans>
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t`How the call list is ordered`}>
        <Suspense>
          <CallOrder />
        </Suspense>
      </Dialog>
    </>
  )
}
