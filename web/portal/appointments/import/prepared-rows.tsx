import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { Joined } from '#web/ui/data/joined.tsx'
import { Table, type Column } from '#web/ui/data/table.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { formatShortDay, formatTime } from '#web/ui/time/dates.ts'
import { dayOf } from '#web/ui/time/days.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { languageNames } from '#web/ui/language/locales.ts'
import { Section } from '#web/ui/page.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { textFactNames } from '../form/text-facts.ts'
import type { Accepted } from './file/prepared.ts'

const shownMax = 8
export const leftOutMax = 20

/** The first appointments that will be made. */
export function AcceptedRows({
  rows,
  count,
  timeZone,
}: {
  readonly rows: readonly Accepted[]
  readonly count: number
  readonly timeZone: string
}) {
  const { t } = useLingui()
  const locale = currentLocale()
  const columns: readonly Column<Accepted>[] = [
    {
      id: 'when',
      title: t`When`,
      cell: ({ body: { startsAt, endsAt } }) => (
        <span className="whitespace-nowrap">
          <span className="block">
            {formatShortDay(startsAt, locale, timeZone)}{' '}
            <span className="text-xs text-muted">{dayOf(startsAt, timeZone).slice(0, 4)}</span>
          </span>
          {formatTime(startsAt, locale, timeZone)}–{formatTime(endsAt, locale, timeZone)}
        </span>
      ),
    },
    {
      id: 'who',
      title: t`Who`,
      isTyped: true,
      onCard: 'start',
      cell: ({ body: { recipient, title } }) => (
        <>
          {recipient.displayName}
          {title && <span className="block text-xs text-muted">{title}</span>}
        </>
      ),
    },
    {
      id: 'contact',
      title: t`Contact details`,
      isSecondary: true,
      cell: ({ body: { recipient } }) => (
        <>
          {recipient.phoneNumberE164 && <bdi className="block whitespace-nowrap">{recipient.phoneNumberE164}</bdi>}
          {recipient.email && <span className="block text-xs text-muted">{recipient.email}</span>}
          {recipient.locale && <span className="block text-xs text-muted">{languageNames[recipient.locale]}</span>}
        </>
      ),
    },
    {
      id: 'where',
      title: t`Where`,
      isTyped: true,
      isSecondary: true,
      cell: ({ body }) =>
        textFactNames
          .filter((name) => name !== 'title' && body[name])
          .map((name) => body[name])
          .join(', ') || null,
    },
  ]
  return (
    <Section title={t`Appointments to be made`}>
      <Table
        label={t`Appointments to be made`}
        columns={columns}
        rows={rows.slice(0, shownMax)}
        keyOf={({ key }) => key}
        emptyState={
          <p className="rounded-lg border border-dashed border-line px-6 py-8 text-center text-muted">
            <Trans>None of the rows can become an appointment yet. Check the columns, and why rows are left out.</Trans>
          </p>
        }
      />
      {count > shownMax && (
        <p className="mt-2 text-xs text-muted">
          <Trans>
            The first {shownMax} of {count}
          </Trans>
        </p>
      )}
    </Section>
  )
}

export type LeftOut = {
  readonly line: number
  readonly key: string
  readonly cells: readonly string[]
  readonly reason: string
}

/** The first rows that are left out, each with the reason; all of them to download. */
export function RowsLeftOut({
  title,
  rows,
  count,
  fileName,
  toCsv,
}: {
  readonly title: string
  /** The first of them. */
  readonly rows: readonly LeftOut[]
  readonly count: number
  readonly fileName: string
  /** All of them as a file. */
  readonly toCsv: () => Promise<string>
}) {
  const { t } = useLingui()
  const save = useMutation({
    mutationFn: toCsv,
    onSuccess: (csv) => saveFile(csv, 'text/csv', fileName),
  })
  if (count === 0) return null
  const columns: readonly Column<LeftOut>[] = [
    { id: 'line', title: t`Line`, cell: ({ line }) => <span className="text-muted tabular-nums">{line}</span> },
    { id: 'reason', title: t`Reason`, onCard: 'start', cell: ({ reason }) => reason },
    {
      id: 'row',
      title: t`In the file`,
      onCard: 'start',
      cell: ({ cells }) => (
        <span className="line-clamp-1 text-muted">
          <Joined facts={cells} />
        </span>
      ),
    },
  ]
  return (
    <Section
      title={title}
      actions={
        <Button icon={<Download aria-hidden size={16} />} isPending={save.isPending} onPress={() => save.mutate()}>
          <Trans>Download these rows</Trans>
        </Button>
      }
    >
      <ErrorNote error={save.error} />
      <Table label={title} columns={columns} rows={rows} keyOf={({ key }) => key} emptyState={null} />
      {count > leftOutMax && (
        <p className="mt-2 text-xs text-muted">
          <Trans>
            The first {leftOutMax} of {count}
          </Trans>
        </p>
      )}
    </Section>
  )
}
