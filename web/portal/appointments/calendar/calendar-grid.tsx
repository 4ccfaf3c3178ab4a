import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { now } from '#web/api/clock.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatDay, formatShortDay, formatTimeOfDay, zoneName } from '#web/ui/time/dates.ts'
import { dayOf, startOfDay } from '#web/ui/time/days.ts'
import { useHolder } from '../../holder.ts'
import { activeTypes } from '../../setup/types/type-queries.ts'
import { CalendarCard } from './calendar-card.tsx'
import type { Column } from './columns.ts'
import { useFreePlace, wordsOf } from './free-place.tsx'
import { lanesOf, type Folded, type Placed } from './lanes.ts'
import { MoveQuestion, type Wanted } from './move-question.tsx'
import { NowLine } from './now-line.tsx'
import { scaleOf, startAt, timeAt, type Scale } from './scale.ts'
import { useMove, type Move } from './use-move.ts'
import { useMay } from '../../may.tsx'

/** Room for a whole time, in twelve hours too, and the beginning of a name. */
const laneRem = 6

/**
 * Columns beside each other on a scale of hours by the clock of a zone, which is named; what overlaps stands side by
 * side. A free place makes an appointment there: pressed, or chosen with the arrow keys. Cards are dragged, or moved with
 * Shift and the arrow keys.
 */
export function CalendarGrid({
  columns,
  timeZone,
  lanesMax,
}: {
  readonly columns: readonly Column[]
  readonly timeZone: string
  readonly lanesMax: number
}) {
  const { t } = useLingui()
  const laid = columns.map(({ appointments, day }) =>
    lanesOf(
      appointments.filter(({ status }) => status !== 'cancelled'),
      day,
      timeZone,
      lanesMax,
    ),
  )
  const scale = scaleOf(laid.flatMap(({ placed, folded }) => [...placed, ...folded]))
  const elements = useRef<(HTMLElement | null)[]>([])
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [movedId, setMovedId] = useState<string | null>(null)
  const { move, cardProps, gridProps } = useMove(elements, scale, (dropped) =>
    setWanted(wantedOf(dropped, columns, timeZone)),
  )
  const free = useFreePlace(columns, scale, timeZone)
  const colours = useColours()
  const mayWrite = useMay('appointments:write')
  const today = dayOf(now(), timeZone)
  const widths = laid.map(({ placed, folded }) => Math.max(1, ...[...placed, ...folded].map(({ lanes }) => lanes)))
  return (
    <>
      <div
        {...gridProps}
        role="region"
        aria-label={t`Calendar`}
        className="overflow-x-auto rounded-lg border border-line bg-surface"
      >
        <div
          className="relative grid min-w-max"
          style={{
            gridTemplateColumns: `5.5rem ${widths.map((lanes) => `minmax(${Math.max(lanes * laneRem, 8)}rem, 1fr)`).join(' ')}`,
          }}
        >
          <p className="sticky start-0 z-20 border-b border-line bg-surface px-1 py-2 text-center text-xs wrap-normal text-muted">
            {zoneName(timeZone)}
          </p>
          {columns.map(({ key, day, name }) => (
            <p
              key={key}
              aria-current={name === null && day === today ? 'date' : undefined}
              className="border-s border-b border-line px-2 py-2 text-xs font-medium text-muted aria-[current]:text-accent"
            >
              {name ?? formatShortDay(startOfDay(day, timeZone), currentLocale(), timeZone)}
            </p>
          ))}
          <Axis scale={scale} timeZone={timeZone} />
          {laid.map(({ placed, folded }, index) => {
            const column = columns[index]
            if (column === undefined) return null
            return (
              <ul
                key={column.key}
                ref={(element) => void (elements.current[index] = element)}
                aria-label={column.name ?? formatDay(startOfDay(column.day, timeZone), currentLocale(), timeZone)}
                className="relative border-s data-[free]:cursor-cell border-line bg-[repeating-linear-gradient(to_bottom,var(--color-line)_0_1px,transparent_1px_6rem)]"
                data-free={mayWrite || undefined}
                style={{ height: scale.remOf(scale.hours * 60), gridColumn: index + 2, gridRow: 2 }}
                {...(mayWrite && free.columnProps(index))}
              >
                {placed.map((one) => (
                  <Laid key={one.appointment.id} at={one} scale={scale}>
                    <CalendarCard
                      // The one that was moved stands elsewhere, and is still the one that has the focus.
                      {...(mayWrite && cardProps(one, index))}
                      autoFocus={one.appointment.id === movedId}
                      placed={one}
                      timeZone={timeZone}
                      colour={colours.get(one.appointment.appointmentTypeId ?? '')}
                    />
                  </Laid>
                ))}
                {folded.map((rest) => (
                  <Laid key={rest.from} at={rest} scale={scale}>
                    <More rest={rest} day={column.day} locationId={column.locationId} />
                  </Laid>
                ))}
                {column.day === today && <NowLine scale={scale} timeZone={timeZone} />}
              </ul>
            )
          })}
          {move !== null && <Ghost move={move} scale={scale} timeZone={timeZone} />}
          {mayWrite && move === null && free.button}
        </div>
      </div>
      {mayWrite && (
        <p className="mt-2 text-xs text-muted">
          <Trans>
            Press a free place to make an appointment there, or go to it with the arrow keys. Drag an appointment to
            move it, or hold Shift and use the arrow keys, then press Enter.
          </Trans>
        </p>
      )}
      <p role="status" className="sr-only">
        {move !== null && wordsOf(columns, move.to, timeZone)}
      </p>
      {wanted !== null && (
        <MoveQuestion
          wanted={wanted}
          onDone={(isMoved) => {
            setMovedId(isMoved ? wanted.appointment.id : null)
            setWanted(null)
          }}
        />
      )}
    </>
  )
}

function Axis({ scale, timeZone }: { readonly scale: Scale; readonly timeZone: string }) {
  return (
    <div className="sticky start-0 z-20 bg-surface" style={{ gridColumn: 1, gridRow: 2 }}>
      {Array.from({ length: scale.hours }, (_, index) => (
        <span
          key={index}
          className="absolute inset-x-0 -translate-y-1/2 px-1 text-center text-xs text-muted first:translate-y-0.5"
          style={{ top: scale.remOf(index * 60) }}
        >
          {formatTimeOfDay(timeAt((scale.firstHour + index) * 60), currentLocale(), timeZone)}
        </span>
      ))}
    </div>
  )
}

/** Its place in the column, by its lane and times. */
function Laid({
  at: { from, to, lane, lanes },
  scale,
  children,
}: {
  readonly at: Pick<Placed, 'from' | 'to' | 'lane' | 'lanes'>
  readonly scale: Scale
  readonly children: ReactNode
}) {
  return (
    <li
      className="absolute p-px"
      style={{
        top: scale.remOf(from - scale.firstHour * 60),
        height: scale.remOf(to - from),
        insetInlineStart: `${(lane / lanes) * 100}%`,
        width: `${100 / lanes}%`,
      }}
    >
      {children}
    </li>
  )
}

/** Those that have no lane, which the day or the location alone has room for. */
function More({
  rest: { count },
  day,
  locationId,
}: {
  readonly rest: Folded
  readonly day: string
  readonly locationId: string | null | undefined
}) {
  const { t } = useLingui()
  return (
    <Link
      to="/appointments"
      search={(kept) => ({ ...kept, view: 'day', day, location: locationId ?? kept.location })}
      aria-label={t`${count} more`}
      className="grid h-full place-items-center rounded-sm bg-sunken text-xs font-medium text-ink hover:underline"
    >
      {`+${count}`}
    </Link>
  )
}

/** Where an appointment that is being moved would stand. */
function Ghost({
  move: { appointment, minutes, to },
  scale,
  timeZone,
}: {
  readonly move: Move
  readonly scale: Scale
  readonly timeZone: string
}) {
  return (
    <div
      aria-hidden
      className="pointer-events-none z-10 mx-px self-start overflow-hidden rounded-sm border-2 border-dashed border-accent bg-accent-soft/80 px-1 text-xs leading-4 font-medium"
      style={{
        gridColumn: to.column + 2,
        gridRow: 2,
        marginTop: scale.remOf(to.minute - scale.firstHour * 60),
        height: scale.remOf(Math.min(minutes, (scale.firstHour + scale.hours) * 60 - to.minute)),
      }}
    >
      {formatTimeOfDay(timeAt(to.minute), currentLocale(), timeZone)} <bdi>{appointment.recipient.displayName}</bdi>
    </div>
  )
}

function wantedOf({ appointment, to }: Move, columns: readonly Column[], timeZone: string): Wanted {
  const column = columns[to.column]
  const isElsewhere = column !== undefined && column.name !== null && column.locationId !== appointment.locationId
  const location = isElsewhere ? { id: column.locationId ?? null, name: column.name ?? '' } : undefined
  return { appointment, startsAt: startAt(columns, to, timeZone), location }
}

/** Colours of types by their ids. */
function useColours(): ReadonlyMap<string, string> {
  const { data } = useQuery(activeTypes(useHolder()))
  return new Map(data?.items.map(({ id, color }) => [id, color]))
}
