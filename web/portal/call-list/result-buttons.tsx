import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import type { ToCall } from './call-list-queries.ts'
import type { Recorded } from './recorded-calls.tsx'
import { useRecord } from './use-record.ts'

/** What can have come of a call. The first one has the focus of the next row once somebody is ticked off. */
export function ResultButtons({
  item,
  onRecorded,
}: {
  readonly item: ToCall
  readonly onRecorded: (recorded: Recorded) => void
}) {
  const record = useRecord(item, ({ callId }, result) => onRecorded({ callId, item, result }))
  const press = { isDisabled: record.isPending }
  return (
    <div className="print:hidden">
      <div role="group" aria-label={item.displayName} className="flex flex-wrap gap-1.5">
        <Button {...press} data-focus-next onPress={() => record.mutate('confirmed')}>
          <Trans>Confirmed</Trans>
        </Button>
        {item.status === 'registered' && (
          <Button {...press} onPress={() => record.mutate('will_not_come')}>
            <Trans>Cannot come</Trans>
          </Button>
        )}
        <Button {...press} onPress={() => record.mutate('no_answer')}>
          <Trans>No answer</Trans>
        </Button>
        <Button {...press} onPress={() => record.mutate('message_left')}>
          <Trans>Left a message</Trans>
        </Button>
        {item.phoneNumberE164 !== null && (
          <Button {...press} onPress={() => record.mutate('wrong_number')}>
            <Trans>Wrong number</Trans>
          </Button>
        )}
      </div>
      <ErrorNote error={record.error} />
    </div>
  )
}
