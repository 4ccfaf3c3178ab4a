import type { ReactNode } from 'react'

export type TimelineEvent = {
  readonly id: string
  readonly icon: ReactNode
  readonly title: ReactNode
  /** When, as `ui/time/dates.ts` writes it. */
  readonly when: string
  /** The same instant for machines. */
  readonly instant: string
  readonly note?: ReactNode
}

/** What happened, the first thing first. */
export function Timeline({ label, events }: { readonly label: string; readonly events: readonly TimelineEvent[] }) {
  return (
    <ol aria-label={label}>
      {events.map(({ id, icon, title, when, instant, note }) => (
        <li
          key={id}
          className="relative grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 pb-5 last:pb-0 not-last:before:absolute not-last:before:start-3 not-last:before:top-6 not-last:before:bottom-0 not-last:before:border-s not-last:before:border-line"
        >
          <span className="grid size-6 place-items-center rounded-full bg-sunken text-muted">{icon}</span>
          <div className="pt-0.5">
            <div className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{title}</span>
              <time dateTime={instant} className="text-xs leading-5 text-muted">
                {when}
              </time>
            </div>
            {note && <div className="text-muted">{note}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
