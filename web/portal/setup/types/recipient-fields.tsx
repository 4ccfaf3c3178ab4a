import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { OffsetFields } from '../reminders/offset-fields.tsx'
import type { TypeFields } from './type-fields.ts'

type Actions = TypeFields['recipientActions']

/** What people may do by themselves with an appointment, and until when. */
export function RecipientFields({
  value,
  onChange,
}: {
  readonly value: Actions
  readonly onChange: (value: Actions) => void
}) {
  const { t } = useLingui()
  const { confirm, cancelRequest, rescheduleRequest, deadline } = value
  const isAny = confirm || cancelRequest || rescheduleRequest
  return (
    <>
      <Checkbox isSelected={confirm} onChange={(isOn) => onChange({ ...value, confirm: isOn })}>
        <Trans>Confirm</Trans>
      </Checkbox>
      <Checkbox isSelected={cancelRequest} onChange={(isOn) => onChange({ ...value, cancelRequest: isOn })}>
        <Trans>Ask to cancel</Trans>
      </Checkbox>
      <Checkbox isSelected={rescheduleRequest} onChange={(isOn) => onChange({ ...value, rescheduleRequest: isOn })}>
        <Trans>Ask for another time</Trans>
      </Checkbox>
      <Checkbox
        isDisabled={!isAny}
        isSelected={deadline !== null}
        onChange={(isOn) => onChange({ ...value, deadline: isOn ? 'PT24H' : null })}
      >
        <Trans>Not shortly before the appointment</Trans>
      </Checkbox>
      {deadline !== null && (
        <div className="max-w-sm ps-6">
          <OffsetFields
            name="recipientActions.deadline"
            label={t({ message: 'Until', context: 'how long before' })}
            value={deadline}
            onChange={(offset) => onChange({ ...value, deadline: offset })}
          />
        </div>
      )}
    </>
  )
}
