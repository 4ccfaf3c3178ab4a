import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { now } from '#web/api/clock.ts'
import { enumeration } from '#web/ui/enumeration.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatDay, formatTime, formatTimeOfDay } from '#web/ui/time/dates.ts'
import { dayOf, startOfDay } from '#web/ui/time/days.ts'
import type { Column } from './columns.ts'
import { onScale, startAt, timeAt, type Place, type Scale } from './scale.ts'
import { isArrow, minuteAt, stepped } from './use-move.ts'

/** The free place under the pointer, or the one that the arrow keys have gone to: one stop of the Tab key. */
export function useFreePlace(columns: readonly Column[], scale: Scale, timeZone: string) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const first: Place = {
    column: Math.max(
      0,
      columns.findIndex(({ day }) => day === dayOf(now(), timeZone)),
    ),
    minute: scale.firstHour * 60,
  }
  const [chosen, setChosen] = useState<Place | null>(null)
  const place = chosen !== null && chosen.column < columns.length ? chosen : first
  const isPast = ({ column, minute }: Place) =>
    startAt(columns, { column, minute }, timeZone).getTime() <= now().getTime()
  const open = (at: Place) => {
    const column = columns[at.column]
    if (column === undefined || isPast(at)) return
    void navigate({
      to: '/appointments/new',
      search: { day: column.day, time: timeAt(at.minute), location: column.locationId ?? undefined },
    })
  }
  const placeOf = (event: MouseEvent | PointerEvent, column: number): Place => ({
    column,
    minute: onScale(minuteAt(event.currentTarget as HTMLElement, event.clientY, scale), scale),
  })
  return {
    columnProps: (column: number) => ({
      onPointerMove: (event: PointerEvent) => {
        if (event.target === event.currentTarget && event.pointerType !== 'touch') setChosen(placeOf(event, column))
      },
      onClick: (event: MouseEvent) => {
        if (event.target === event.currentTarget) open(placeOf(event, column))
      },
    }),
    button: (
      <button
        type="button"
        aria-label={enumeration([t`New appointment`, wordsOf(columns, place, timeZone)])}
        aria-disabled={isPast(place)}
        onClick={() => open(place)}
        onKeyDown={(event: KeyboardEvent) => {
          if (!isArrow(event.key)) return
          event.preventDefault()
          setChosen(stepped(place, event.key, columns.length, scale))
        }}
        // The pointer goes through it to the column.
        className="pointer-events-none z-10 mx-px flex h-6 items-center gap-1 self-start rounded-sm border border-dashed border-accent bg-surface px-1 text-xs text-accent opacity-0 focus-visible:opacity-100 aria-disabled:border-line-strong aria-disabled:text-muted [:hover>&]:opacity-100"
        style={{
          gridColumn: place.column + 2,
          gridRow: 2,
          marginTop: scale.remOf(place.minute - scale.firstHour * 60),
        }}
      >
        <Plus aria-hidden size={12} />
        {formatTimeOfDay(timeAt(place.minute), currentLocale(), timeZone)}
      </button>
    ),
  }
}

/** A place in words: its day and time, and its location where columns are locations. */
export function wordsOf(columns: readonly Column[], place: Place, timeZone: string): string {
  const column = columns[place.column]
  if (column === undefined) return ''
  const start = startAt(columns, place, timeZone)
  const when = `${formatDay(startOfDay(column.day, timeZone), currentLocale(), timeZone)} ${formatTime(start, currentLocale(), timeZone)}`
  return column.name === null ? when : enumeration([when, column.name])
}
