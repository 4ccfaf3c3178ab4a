import { Trans } from '@lingui/react/macro'
import { CalendarSync } from 'lucide-react'
import { LinkButton } from '#web/ui/button/button.tsx'
import { Skip } from './skip.tsx'

/** A calendar from which appointments come by themselves, or later. */
export function CalendarStep() {
  return (
    <>
      <p className="mb-4 max-w-prose text-muted">
        <Trans>
          With a connected calendar, appointments come in automatically. Without one you add them here, import a file,
          or let your own system send them in.
        </Trans>
      </p>
      <LinkButton to="/setup/integrations" icon={<CalendarSync aria-hidden size={16} />}>
        <Trans>Connect a calendar</Trans>
      </LinkButton>
      <Skip step="calendar" />
    </>
  )
}
