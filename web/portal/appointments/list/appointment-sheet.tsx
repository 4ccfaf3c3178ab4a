import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CatchBoundary, Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { IconButton } from '#web/ui/button/button.tsx'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { formatDayTime } from '#web/ui/time/dates.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { isDialogOpen } from '#web/ui/overlay/dialog.tsx'
import { useHeadingFocus } from '#web/ui/page.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { PartError } from '../../shell/page-error.tsx'
import { AppointmentActions } from '../appointment-actions.tsx'
import { AppointmentDetails } from '../appointment-page.tsx'
import { oneAppointment, type AppointmentSearch } from '../appointment-queries.ts'
import type { useWalk } from '../use-walk.ts'
import { WalkButtons } from '../walk-buttons.tsx'

/** An appointment beside the list it is in, and in its place where there is no room for both. */
export function AppointmentSheet({
  appointmentId,
  search,
  walk,
  onClose,
}: {
  readonly appointmentId: string
  /** The list, for the appointment's own page. */
  readonly search: AppointmentSearch
  readonly walk: ReturnType<typeof useWalk>
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isDialogOpen()) onClose()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return (
    <section
      aria-label={t`Open appointment`}
      className="@container min-w-0 self-start rounded-lg border border-line bg-surface p-5 @min-[56rem]/list:sticky @min-[56rem]/list:top-4 @min-[56rem]/list:max-h-[calc(100dvh-2rem)] @min-[56rem]/list:overflow-y-auto"
    >
      <div className="mb-2 flex items-center justify-between gap-2">
        <Link
          to="/appointments/$appointmentId"
          params={{ appointmentId }}
          search={search}
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          <Trans>Open as a page</Trans>
        </Link>
        <span className="flex">
          <WalkButtons walk={walk} />
          <IconButton label={t`Close`} onPress={onClose}>
            <X aria-hidden size={18} />
          </IconButton>
        </span>
      </div>
      <ErrorNote error={walk.error} />
      <CatchBoundary getResetKey={() => appointmentId} errorComponent={PartError}>
        <Suspense fallback={<Loading />}>
          <Content key={appointmentId} appointmentId={appointmentId} />
        </Suspense>
      </CatchBoundary>
    </section>
  )
}

function Content({ appointmentId }: { readonly appointmentId: string }) {
  const { data: appointment } = useSuspenseQuery(oneAppointment(useHolder(), appointmentId))
  const { recipient, startsAt, timezone } = appointment
  const { defaultTimezone } = useProfile()
  const heading = useHeadingFocus(appointmentId)
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {recipient.displayName}
      </h2>
      <p className="text-muted">{formatDayTime(startsAt, currentLocale(), timezone, defaultTimezone)}</p>
      <div className="my-4 flex flex-wrap gap-2">
        <AppointmentActions appointment={appointment} />
      </div>
      <AppointmentDetails appointment={appointment} />
    </>
  )
}

function Loading() {
  return (
    <div role="status" aria-busy className="flex flex-col gap-3">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-60 w-full" />
    </div>
  )
}
