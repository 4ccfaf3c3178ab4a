import { useRef, useState, type MouseEvent } from 'react'
import type { Appointment } from '../../delivery-pill.tsx'

export type Selection = ReturnType<typeof useSelection>

/** Which of the appointments shown are selected; with Shift all from the last one that was pressed. */
export function useSelection(appointments: readonly Appointment[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(null)
  const isRange = useRef(false)
  const placeOf = (id: string | null) => appointments.findIndex((one) => one.id === id)
  const setAll = (chosen: readonly string[], isSelected: boolean) => {
    const before = [...ids].filter((id) => isSelected || !chosen.includes(id))
    setIds(new Set(isSelected ? [...before, ...chosen] : before))
  }
  return {
    selected: appointments.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
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
    clear: () => setIds(new Set()),
  }
}
