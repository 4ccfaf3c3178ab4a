import { useLingui } from '@lingui/react'
import { componentNames, shownComponents, type Component, type Layout, type OwnAppointment } from './layout.ts'
import { parts, type Doing, type DoingType } from './parts.tsx'

/** An appointment as its recipient sees it, by the layout of the organization it is with. */
export function AppointmentCard({
  appointment,
  layout,
  doing,
}: {
  readonly appointment: OwnAppointment
  /** Null for the usual one. */
  readonly layout: Layout | null
  readonly doing: Doing
}) {
  return (
    <article className="flex flex-wrap items-center gap-x-3 gap-y-4 rounded-lg border border-line bg-surface p-5 wrap-break-word shadow-raised">
      {shownComponents(layout).map((component) => (
        <Cell key={component.componentId} component={component} appointment={appointment} doing={doing} />
      ))}
    </article>
  )
}

/** Half a line is as wide as its longest word at least: on a narrow telephone the next one stands below. */
function Cell({
  component: { type, width, options },
  appointment,
  doing,
}: {
  readonly component: Component
  readonly appointment: OwnAppointment
  readonly doing: Doing
}) {
  const { i18n } = useLingui()
  const basis = width === 'half' ? 'basis-[calc(50%-0.375rem)]' : 'basis-full'
  const Part = type === 'actions' || type === 'calendar_link' ? null : parts[type]
  return (
    // Where there is nothing to show there is no heading either.
    <div
      className={`max-w-full grow empty:hidden ${basis} ${options.showLabel ? 'not-has-[>:nth-child(2)]:hidden' : ''}`}
    >
      {options.showLabel && <p className="mb-1 text-xs text-muted">{i18n._(componentNames[type])}</p>}
      {Part ? <Part appointment={appointment} options={options} /> : doing[type as DoingType]}
    </div>
  )
}
