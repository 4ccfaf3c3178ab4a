import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, ListChecks } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { formatShortDay } from '#web/ui/time/dates.ts'
import { allOf, filterOf } from '../../../batches/batch-filter.ts'
import { isTooMany, previewOf } from '../../../batches/batch-queries.ts'
import { tooMany } from '../../../batches/batch-text.ts'
import { useHolder, useProfile } from '../../../holder.ts'
import { useMay } from '../../../may.tsx'
import type { AppointmentSearch } from '../../appointment-queries.ts'
import type { Selection } from './use-selection.ts'

/**
 * Selects everything that the list shows for two weeks, counted as a batch chooses it, and opens the batch. Nothing where a batch
 * cannot be told what the list is narrowed to.
 */
export function AllSelected({
  search,
  selection,
}: {
  readonly search: AppointmentSearch
  readonly selection: Selection
}) {
  const { i18n } = useLingui()
  const holder = useHolder()
  const { defaultTimezone: timeZone } = useProfile()
  const mayChange = useMay('batches:write')
  const { isAll, leftOut, selectAll, clear } = selection
  const all = allOf(search, leftOut, timeZone)
  const filter = filterOf(all ?? {}, timeZone)
  const { data, error } = useQuery({
    ...previewOf(holder, { action: 'cancel', reason: 'ill', filter }),
    enabled: mayChange && all !== null,
    placeholderData: keepPreviousData,
  })
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (isAll) link.current?.focus()
  }, [isAll])
  if (!mayChange || all === null) return null
  if (isTooMany(error)) return <span className="text-muted">{i18n._(tooMany)}</span>
  if (data === undefined) return <ErrorNote error={error} />
  const locale = currentLocale()
  if (!isAll) {
    if (data.appointments === 0) return null
    const count = formatCount(data.appointments, locale)
    const last = formatShortDay(`${all.until}T12:00Z`, locale, 'UTC')
    return (
      <Button look="quiet" icon={<ListChecks aria-hidden size={16} />} onPress={selectAll}>
        <Trans>
          Select all until {last} ({count})
        </Trans>
      </Button>
    )
  }
  return (
    <>
      <span role="status" className="text-muted">
        <Plural value={data.appointments} one="# selected" other="# selected" />
      </span>
      <LinkButton ref={link} to="/batches" search={all} icon={<CircleAlert aria-hidden size={16} />}>
        <Trans>Closed, ill or late</Trans>
      </LinkButton>
      <Button look="quiet" onPress={clear}>
        <Trans>Select none</Trans>
      </Button>
    </>
  )
}
