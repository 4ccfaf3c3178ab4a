import { Cell } from './cell.tsx'
import { shownComponents, type Layout, type OwnAppointment } from './layout.ts'
import { parts, type Doing, type DoingType } from './parts.tsx'

/** An appointment as its recipient sees it, by the layout of the organization it is with. */
export function AppointmentCard({
  appointment,
  layout,
  doing,
}: {
  readonly appointment: OwnAppointment
  /** Null for the default. */
  readonly layout: Layout | null
  readonly doing: Doing
}) {
  return (
    <article className="flex flex-wrap items-center gap-x-3 gap-y-4 rounded-lg border border-line bg-surface p-5 wrap-break-word shadow-raised">
      {shownComponents('appointment_detail', layout).map((component) => {
        const { componentId, type, options } = component
        const Part = type === 'actions' || type === 'calendar_link' ? null : parts[type]
        return (
          <Cell key={componentId} component={component}>
            {Part ? <Part appointment={appointment} options={options} /> : doing[type as DoingType]}
          </Cell>
        )
      })}
    </article>
  )
}
