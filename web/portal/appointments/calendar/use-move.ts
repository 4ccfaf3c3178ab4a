import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { now } from '#web/api/clock.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { isMovable } from './calendar-card.tsx'
import type { Placed } from './lanes.ts'
import { onScale, stepMinutes, type Place, type Scale } from './scale.ts'

/** An appointment on its way to another place. */
export type Move = { readonly appointment: Appointment; readonly minutes: number; readonly to: Place }

/** A press that moves less is a press. */
const dragPx = 5

/**
 * Takes appointments to another place: by dragging, or with Shift and the arrow keys on a card, Enter to put it down and
 * Escape to leave it. Nothing is changed: whoever uses it asks first.
 *
 * @param columns the elements of the columns, in their order
 * @param onDrop somewhere else than where it was
 */
export function useMove(
  columns: RefObject<readonly (HTMLElement | null)[]>,
  scale: Scale,
  onDrop: (move: Move) => void,
) {
  const [move, setMove] = useState<Move | null>(null)
  const stop = useRef<(() => void) | null>(null)
  /** The press that ends a drag would open the appointment, or make one where it is put down. */
  const isDropped = useRef(false)
  useEffect(() => () => stop.current?.(), [])

  const drop = (moved: Move | null, from: Place) => {
    setMove(null)
    if (moved !== null && (moved.to.column !== from.column || moved.to.minute !== from.minute)) onDrop(moved)
  }

  const drag = (event: PointerEvent, placed: Placed, column: number) => {
    const begin = { x: event.clientX, y: event.clientY }
    const from = { column, minute: placed.from }
    const grabbed = minuteAt(columns.current[column], begin.y, scale) - placed.from
    let moved: Move | null = null
    const onMove = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
      if (moved === null && Math.hypot(x - begin.x, y - begin.y) < dragPx) return
      const under = columns.current.findIndex((element) => isWithin(element, x))
      const to = under === -1 ? (moved?.to.column ?? column) : under
      const minute = onScale(minuteAt(columns.current[to], y, scale) - grabbed + stepMinutes / 2, scale)
      moved = { appointment: placed.appointment, minutes: placed.to - placed.from, to: { column: to, minute } }
      setMove(moved)
    }
    const onUp = () => {
      stop.current?.()
      isDropped.current = moved !== null
      drop(moved, from)
    }
    const onKey = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== 'Escape') return
      isDropped.current = moved !== null
      stop.current?.()
      setMove(null)
    }
    addEventListener('pointermove', onMove)
    addEventListener('pointerup', onUp)
    addEventListener('keydown', onKey)
    stop.current = () => {
      removeEventListener('pointermove', onMove)
      removeEventListener('pointerup', onUp)
      removeEventListener('keydown', onKey)
      stop.current = null
    }
  }

  const onKeyDown = (event: KeyboardEvent, placed: Placed, column: number) => {
    const { appointment } = placed
    const from = { column, minute: placed.from }
    const isUnderWay = move?.appointment.id === appointment.id
    if (isUnderWay && event.key === 'Escape') setMove(null)
    else if (isUnderWay && event.key === 'Enter') drop(move, from)
    else if (event.shiftKey && isArrow(event.key)) {
      const to = stepped(isUnderWay ? move.to : from, event.key, columns.current.filter(Boolean).length, scale)
      setMove({ appointment, minutes: placed.to - placed.from, to })
    } else return
    event.preventDefault()
  }

  return {
    move,
    /** Props of what has all columns in it. */
    gridProps: {
      onPointerDownCapture: () => void (isDropped.current = false),
      onClickCapture: (event: MouseEvent) => {
        if (!isDropped.current) return
        event.preventDefault()
        event.stopPropagation()
      },
    },
    /** Props of the card of an appointment; none where it is not moved here. */
    cardProps: (placed: Placed, column: number) =>
      placed.isContinued || !isMovable(placed.appointment, now())
        ? {}
        : {
            onPointerDown: (event: PointerEvent) => {
              // A finger scrolls.
              if (event.button === 0 && event.pointerType !== 'touch') drag(event, placed, column)
            },
            onKeyDown: (event: KeyboardEvent) => onKeyDown(event, placed, column),
            onBlur: () =>
              setMove((before) =>
                before?.appointment.id === placed.appointment.id && stop.current === null ? null : before,
              ),
          },
  }
}

type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

export function isArrow(key: string): key is Arrow {
  return key.startsWith('Arrow')
}

/** The next place in the direction of an arrow key, in which days run as the page does. */
export function stepped({ column, minute }: Place, key: Arrow, columns: number, scale: Scale): Place {
  const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'ArrowUp') return { column, minute: onScale(minute - 1, scale) }
  if (key === 'ArrowDown') return { column, minute: onScale(minute + stepMinutes, scale) }
  return { column: Math.min(columns - 1, Math.max(0, column + (key === forward ? 1 : -1))), minute }
}

/** The minute of the day at a height of a column. */
export function minuteAt(column: HTMLElement | null | undefined, y: number, { firstHour, hours }: Scale): number {
  const box = column?.getBoundingClientRect()
  return box === undefined ? 0 : (firstHour + ((y - box.top) / box.height) * hours) * 60
}

function isWithin(element: HTMLElement | null, x: number): boolean {
  const box = element?.getBoundingClientRect()
  return box !== undefined && box.left <= x && x < box.right
}
