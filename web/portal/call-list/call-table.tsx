import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Joined } from '#web/ui/data/joined.tsx'
import { Table, type Column } from '#web/ui/data/table.tsx'
import { useFocusAfterRemoval } from '#web/ui/form/focus-after-removal.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { calledTexts } from '../appointments/timeline-of.ts'
import { useProfile } from '../holder.ts'
import { useMay } from '../may.tsx'
import type { ToCall } from './call-list-queries.ts'
import { partOf, reasonOf } from './call-reasons.ts'
import { ResultButtons } from './result-buttons.tsx'
import type { Recorded } from './recorded-calls.tsx'

/** People to call, in the order of the list, each with why, what came of the last call, the number, and the results to record. */
export function CallTable({
  items,
  onRecorded,
  emptyState,
}: {
  readonly items: readonly ToCall[]
  readonly onRecorded: (recorded: Recorded) => void
  readonly emptyState: ReactNode
}) {
  const { t, i18n } = useLingui()
  const focus = useFocusAfterRemoval<HTMLDivElement>()
  const mayRecord = useMay('appointments:write')
  const results: Column<ToCall> = {
    id: 'done',
    title: t`Result`,
    isTitleHidden: true,
    onCard: 'line',
    cell: (item) => (
      <ResultButtons
        item={item}
        onRecorded={(recorded) => {
          focus.note(items.indexOf(item))
          onRecorded(recorded)
        }}
      />
    ),
  }
  const columns: readonly Column<ToCall>[] = [
    { id: 'who', title: t`Who`, isTyped: true, cell: (item) => <Who {...item} /> },
    { id: 'telephone', title: t`Telephone`, onCard: 'end', cell: (item) => <Telephone {...item} /> },
    ...(mayRecord ? [results] : []),
  ]
  return (
    <div ref={focus.list}>
      <Table
        label={t`Call list`}
        columns={columns}
        rows={items}
        groupOf={(item) => i18n._(partOf(item))}
        keyOf={({ appointmentId }) => appointmentId}
        emptyState={emptyState}
      />
    </div>
  )
}

function Who(item: ToCall) {
  const { defaultTimezone } = useProfile()
  const { appointmentId, startsAt, timezone, title, displayName } = item
  return (
    <>
      <time dateTime={startsAt} className="block text-xs text-muted">
        {formatShortDayTime(startsAt, currentLocale(), timezone, defaultTimezone)} · <bdi>{title}</bdi>
      </time>
      <Link
        to="/appointments/$appointmentId"
        params={{ appointmentId }}
        className="font-medium underline-offset-2 hover:underline"
      >
        {displayName}
      </Link>
      <Why {...item} />
    </>
  )
}

/** The number to press; a family that shares it is called once. */
function Telephone({ phoneNumberE164, othersOnNumber }: ToCall) {
  const { t } = useLingui()
  const { defaultTimezone } = useProfile()
  if (phoneNumberE164 === null)
    return (
      <span className="text-muted">
        <Trans>None</Trans>
      </span>
    )
  return (
    <>
      <a
        href={`tel:${phoneNumberE164}`}
        dir="ltr"
        className="inline-block py-1 font-medium whitespace-nowrap underline-offset-2 hover:underline"
      >
        {phoneNumberE164}
      </a>
      {othersOnNumber.length > 0 && (
        <ul aria-label={t`Also on this number`} className="text-xs text-muted">
          {othersOnNumber.map(({ appointmentId, displayName, startsAt, timezone }) => (
            <li key={appointmentId}>
              <Joined facts={[displayName, formatShortDayTime(startsAt, currentLocale(), timezone, defaultTimezone)]} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Why, and what came of the last call. */
function Why(item: ToCall) {
  const { i18n } = useLingui()
  const { defaultTimezone } = useProfile()
  const { lastCall, timezone } = item
  const reason = reasonOf(item)
  return (
    <>
      {reason !== null && <span className="block">{i18n._(reason)}</span>}
      {lastCall !== null && (
        <span className="block text-muted">
          <Joined
            facts={[
              i18n._(calledTexts[lastCall.result]),
              formatShortDayTime(lastCall.calledAt, currentLocale(), timezone, defaultTimezone),
            ]}
          />
        </span>
      )}
    </>
  )
}
