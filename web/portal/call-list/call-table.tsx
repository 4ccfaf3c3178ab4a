import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Joined } from '#web/ui/data/joined.tsx'
import { Table, type Column } from '#web/ui/data/table.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatShortDayTime, formatTime } from '#web/ui/time/dates.ts'
import { AnswerPill } from '../appointments/answer-pill.tsx'
import { DeskButtons } from '../appointments/reach/desk-buttons.tsx'
import { reasonText } from '../appointments/reason-text.ts'
import { kindNames } from '../appointments/timeline-of.ts'
import type { ToCall } from './call-list-queries.ts'
import { useProfile } from '../holder.ts'

/** People to call, each with the number, what was tried, which calls were noted, and the buttons to tick them off. */
export function CallTable({
  items,
  onChange,
  emptyState,
}: {
  readonly items: readonly ToCall[]
  readonly onChange: (after: ToCall) => void
  readonly emptyState: ReactNode
}) {
  const { t } = useLingui()
  const { defaultTimezone } = useProfile()
  const locale = currentLocale()
  const columns: readonly Column<ToCall>[] = [
    {
      id: 'who',
      title: t`Who`,
      isTyped: true,
      cell: ({ appointment: { id, recipient, startsAt, timezone, title } }) => (
        <>
          <time dateTime={startsAt} className="block text-xs text-muted">
            {formatTime(startsAt, locale, timezone, defaultTimezone)} · <bdi>{title}</bdi>
          </time>
          <Link
            to="/appointments/$appointmentId"
            params={{ appointmentId: id }}
            className="font-medium underline-offset-2 hover:underline"
          >
            {recipient.displayName}
          </Link>
        </>
      ),
    },
    {
      id: 'telephone',
      title: t`Telephone`,
      onCard: 'end',
      cell: ({ appointment: { recipient } }) =>
        recipient.phoneNumberE164 === null ? (
          <span className="text-muted">
            <Trans>None</Trans>
          </span>
        ) : (
          <a
            href={`tel:${recipient.phoneNumberE164}`}
            dir="ltr"
            className="inline-block py-1 font-medium whitespace-nowrap underline-offset-2 hover:underline"
          >
            {recipient.phoneNumberE164}
          </a>
        ),
    },
    { id: 'tried', title: t`Tried`, onCard: 'line', cell: (item) => <Tried {...item} /> },
    {
      id: 'done',
      title: t`Tick off`,
      isTitleHidden: true,
      onCard: 'line',
      cell: (item) => (
        <div className="flex flex-col items-start gap-2 print:hidden">
          {item.appointment.confirmation.status === 'confirmed' && <AnswerPill appointment={item.appointment} />}
          <DeskButtons
            appointment={item.appointment}
            shown={{
              onChanged: (appointment) => onChange({ ...item, appointment }),
              onNoted: (call) => onChange({ ...item, calls: [...item.calls, call] }),
            }}
          />
        </div>
      ),
    },
  ]
  return (
    <Table
      label={t`Call list`}
      columns={columns}
      rows={items}
      keyOf={({ appointment }) => appointment.id}
      emptyState={emptyState}
    />
  )
}

/** What was sent, each with why it did not arrive, and every call. */
function Tried({ tried, calls, appointment: { timezone } }: ToCall) {
  const { t, i18n } = useLingui()
  const { defaultTimezone } = useProfile()
  const locale = currentLocale()
  return (
    <ul className="flex flex-col gap-1">
      {tried.length === 0 && (
        <li className="text-muted">
          <Trans>Nothing was sent</Trans>
        </li>
      )}
      {tried.map(({ reminderId, kind, channel, reasonCode, at }) => (
        <li key={reminderId}>
          <Joined
            facts={[
              i18n._(kindNames[kind][channel ?? 'sms']),
              formatShortDayTime(at, locale, timezone, defaultTimezone),
              reasonCode === null ? null : i18n._(reasonText[reasonCode]),
            ]}
          />
        </li>
      ))}
      {calls.map(({ callId, outcome, calledAt }) => (
        <li key={callId} className="text-muted">
          <Joined
            facts={[
              outcome === 'spoken' ? t`Called and spoke to somebody` : t`Called, no answer`,
              formatShortDayTime(calledAt, locale, timezone, defaultTimezone),
            ]}
          />
        </li>
      ))}
    </ul>
  )
}
