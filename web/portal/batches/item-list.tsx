import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { Table, rowLink, type Column } from '#web/ui/data/table.tsx'
import { toCsv } from '#web/ui/csv.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { isLocale, languageNames } from '#web/ui/language/locales.ts'
import { Section } from '#web/ui/page.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { dayOf } from '#web/ui/time/days.ts'
import { useCountry, useHolder, useProfile } from '../holder.ts'
import { CallLink } from '../today/call-link.tsx'
import { itemsOf, type Batch, type BatchItem } from './batch-queries.ts'
import { itemReasons } from './batch-text.ts'

/** Whom to call, or whose appointment was left alone; nothing where there is nobody. */
export function ItemList({
  batch,
  outcome,
  count,
}: {
  readonly batch: Batch
  readonly outcome: 'must_call' | 'skipped'
  readonly count: number
}) {
  if (count === 0) return null
  return <Items batch={batch} outcome={outcome} />
}

function Items({
  batch: { id, createdAt },
  outcome,
}: {
  readonly batch: Batch
  readonly outcome: 'must_call' | 'skipped'
}) {
  const { t, i18n } = useLingui()
  const { defaultTimezone: home } = useProfile()
  const country = useCountry()
  const locale = currentLocale()
  const { items } = useSuspenseQuery(itemsOf(useHolder(), id, outcome)).data
  const title = outcome === 'must_call' ? t`To call` : t`Skipped`
  const when = ({ startsAt, timezone }: BatchItem) => formatShortDayTime(startsAt, locale, timezone, home)
  const why = ({ reasonCode }: BatchItem) => (reasonCode === null ? '' : i18n._(itemReasons[reasonCode]))
  const language = ({ locale: said }: BatchItem) => (said !== null && isLocale(said) ? languageNames[said] : '')
  const columns: readonly Column<BatchItem>[] = [
    {
      id: 'who',
      title: t`Who`,
      isTyped: true,
      cell: ({ appointmentId, displayName }) => (
        <Link to="/appointments/$appointmentId" params={{ appointmentId }} {...rowLink}>
          {displayName}
        </Link>
      ),
    },
    { id: 'telephone', title: t`Telephone`, cell: ({ phoneNumberE164 }) => <CallLink number={phoneNumberE164} /> },
    { id: 'when', title: t`When`, cell: when },
    { id: 'language', title: t`Language`, isSecondary: true, cell: language },
    { id: 'why', title: t`Reason`, cell: why },
  ]
  const save = () => {
    const heading = columns.map((column) => column.title)
    const rows = items.map((item) => [
      item.displayName,
      item.phoneNumberE164 ?? '',
      when(item),
      language(item),
      why(item),
    ])
    saveFile(toCsv([heading, ...rows], country), 'text/csv', `tijdig-${dayOf(createdAt, home)}.csv`)
  }
  return (
    <Section
      title={title}
      actions={
        <Button icon={<Download aria-hidden size={16} />} onPress={save}>
          <Trans>Save as CSV</Trans>
        </Button>
      }
    >
      <Table
        label={title}
        columns={columns}
        rows={items}
        keyOf={({ appointmentId }) => appointmentId}
        emptyState={null}
      />
    </Section>
  )
}
