import { useRef, useState, type MouseEvent } from 'react'
import type { Appointment } from '../../delivery-pill.tsx'

export type Selection = ReturnType<typeof useSelection>

/** Most that can be left out of all. */
const leftOutMax = 200

type Choice = {
  /** The list of which all are selected, `ids` left out; null where `ids` are what is selected. */
  readonly allOf: string | null
  readonly ids: ReadonlySet<string>
}
const none: Choice = { allOf: null, ids: new Set() }

/**
 * Which of the appointments shown are selected, or of all that the list has; with Shift all from the last one that was pressed.
 *
 * @param list which list is shown: another one begins with none of it
 */
export function useSelection(appointments: readonly Appointment[], list: string) {
  const [choice, setChoice] = useState(none)
  const { allOf, ids } = choice.allOf === null || choice.allOf === list ? choice : none
  const isAll = allOf !== null
  const has = (id: string) => ids.has(id) !== isAll
  const last = useRef<string>(null)
  const isRange = useRef(false)
  const placeOf = (id: string | null) => appointments.findIndex((one) => one.id === id)
  const setAll = (chosen: readonly string[], isSelected: boolean) => {
    const isIn = isSelected !== isAll
    const before = [...ids].filter((id) => isIn || !chosen.includes(id))
    setChoice({ allOf, ids: new Set(isIn ? [...before, ...chosen] : before) })
  }
  return {
    selected: appointments.filter(({ id }) => has(id)),
    has,
    isAll,
    /** Those that are left out of all. */
    leftOut: isAll ? [...ids] : [],
    /** Whether one more can be left out of all. */
    mayLeaveOut: !isAll || ids.size < leftOutMax,
    selectAll: () => setChoice({ allOf: list, ids: new Set() }),
    /** Of a press, before what it changes is known. */
    notePress: ({ shiftKey }: MouseEvent) => {
      isRange.current = shiftKey
    },
    set: (id: string, isSelected: boolean) => {
      const [from, to] = [placeOf(last.current), placeOf(id)].toSorted((a, b) => a - b)
      const range = isRange.current && from !== undefined && from >= 0 && to !== undefined
      setAll(range ? appointments.slice(from, to + 1).map((one) => one.id) : [id], isSelected)
      last.current = id
    },
    setAll,
    clear: () => setChoice(none),
  }
}
