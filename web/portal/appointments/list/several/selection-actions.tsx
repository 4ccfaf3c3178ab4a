import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, CircleAlert, Download } from 'lucide-react'
import { useState } from 'react'
import { now } from '#web/api/clock.ts'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { dayOf } from '#web/ui/time/days.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useProfile } from '../../../holder.ts'
import { May } from '../../../may.tsx'
import type { Appointment } from '../../delivery-pill.tsx'
import { useSaveAppointments } from '../../day-sheet/save-appointments.ts'
import { CancelSeveral } from './cancel-several.tsx'
import { SeveralProgress } from './several-progress.tsx'
import { useSeveral } from './use-several.ts'
import type { Selection } from './use-selection.ts'

/** What can be done with the appointments that are selected, and what became of it. */
export function SelectionActions({ selection }: { readonly selection: Selection }) {
  const { t } = useLingui()
  const { selected } = selection
  const [isCancelling, setCancelling] = useState(false)
  // What was refused stays selected.
  const several = useSeveral((done) => selection.setAll(idsOf(done), false))
  const save = useSaveAppointments()
  const canAttend = selected.filter((one) => hasBegun(one) && one.status !== 'cancelled' && one.status !== 'completed')
  const canCancel = selected.filter((one) => !hasBegun(one) && one.status === 'registered')
  const { defaultTimezone: timeZone } = useProfile()
  const first = canCancel[0]?.startsAt ?? now()
  const isRunning = several.run?.isRunning ?? false
  return (
    <>
      {selected.length > 0 && (
        <>
          <span role="status" className="text-muted">
            <Plural value={selected.length} one="# selected" other="# selected" />
          </span>
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<Check aria-hidden size={16} />}
              isDisabled={canAttend.length === 0 || isRunning}
              title={canAttend.length === 0 ? t`None of these has begun and is still to be recorded.` : undefined}
              onPress={() => several.start(canAttend, { kind: 'completed' })}
            >
              <Trans>Attended ({canAttend.length})</Trans>
            </Button>
            <Button
              look="danger"
              isDisabled={canCancel.length === 0 || isRunning}
              title={canCancel.length === 0 ? t`None of these can still be cancelled.` : undefined}
              onPress={() => setCancelling(true)}
            >
              <Trans>Cancel appointments ({canCancel.length})</Trans>
            </Button>
            <May scope="batches:write">
              <LinkButton
                to="/batches"
                search={{ day: dayOf(first, timeZone), ids: idsOf(canCancel) }}
                icon={<CircleAlert aria-hidden size={16} />}
              >
                <Trans>Closed, ill or late</Trans>
              </LinkButton>
            </May>
            <Button icon={<Download aria-hidden size={16} />} onPress={() => save(selected, { withContact: false })}>
              <Trans>Save as CSV</Trans>
            </Button>
            <Button look="quiet" onPress={selection.clear}>
              <Trans>Select none</Trans>
            </Button>
          </div>
        </>
      )}
      {several.run !== null && (
        <div className="basis-full">
          <SeveralProgress run={several.run} onStop={several.stop} onGoOn={several.goOn} onClose={several.close} />
        </div>
      )}
      <Dialog isOpen={isCancelling} onClose={() => setCancelling(false)} title={t`Cancel several appointments`}>
        <CancelSeveral
          appointments={canCancel}
          left={selected.length - canCancel.length}
          onCancel={(reason) => {
            setCancelling(false)
            several.start(canCancel, { kind: 'cancelled', ...reason })
          }}
          onClose={() => setCancelling(false)}
        />
      </Dialog>
    </>
  )
}

function hasBegun({ startsAt }: Appointment): boolean {
  return Date.parse(startsAt) <= now().getTime()
}

function idsOf(appointments: readonly Appointment[]): readonly string[] {
  return appointments.map(({ id }) => id)
}
