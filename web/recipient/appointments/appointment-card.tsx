import { parts } from './components.tsx'
import type { OwnAppointment } from './appointment-queries.ts'

type Component = {
  readonly componentId: string
  readonly type: string
  readonly visible: boolean
  readonly width: 'full' | 'half'
}

/** The form of layouts this app knows. A later one is shown as far as it is understood. */
export const knownSchemaVersion = 1

/** The usual order, where the organization has said nothing. */
const usual: readonly Component[] = [
  'status',
  'date_time',
  'provider',
  'title',
  'location',
  'instructions',
  'actions',
  'calendar_link',
  'contact',
  'privacy',
].map((type) => ({ componentId: type, type, visible: true, width: 'full' }))

/** An appointment, by the layout of the organization it is with. */
export function AppointmentCard({ appointment }: { readonly appointment: OwnAppointment }) {
  const components = appointment.layout?.components ?? usual
  return (
    <article className="grid grid-cols-2 gap-x-3 gap-y-4 rounded-lg border border-line bg-surface p-5 shadow-raised">
      {components.map(({ componentId, type, visible, width }) => {
        const Part = visible ? parts[type] : undefined
        return (
          Part && (
            <div key={componentId} className={`empty:hidden ${width === 'half' ? '' : 'col-span-2'}`}>
              <Part appointment={appointment} />
            </div>
          )
        )
      })}
    </article>
  )
}
