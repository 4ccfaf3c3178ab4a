import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'
import { useProfile } from '../../holder.ts'
import type { Policy } from './policy-queries.ts'
import { weekdayName, weekdays } from './weekdays.ts'

type QuietHours = NonNullable<Policy['quietHours']>

const usual: QuietHours = { from: '21:00', to: '08:00', days: null }

/** The hours in which nothing is sent, on all days or on some. */
export function QuietHoursFields({
  value,
  onChange,
}: {
  readonly value: Policy['quietHours']
  readonly onChange: (value: Policy['quietHours']) => void
}) {
  const { t } = useLingui()
  const { defaultTimezone: timeZone } = useProfile()
  return (
    <>
      <Checkbox isSelected={value !== null} onChange={(on) => onChange(on ? usual : null)}>
        <Trans>No messages at certain hours</Trans>
      </Checkbox>
      {value !== null && (
        <>
          <div className="grid max-w-sm grid-cols-2 gap-4">
            <TimeField
              name="quietHours.from"
              label={t({ message: 'From', context: 'time of day' })}
              timeZone={timeZone}
              value={value.from}
              onChange={(from) => from !== null && onChange({ ...value, from })}
            />
            <TimeField
              name="quietHours.to"
              label={t({ message: 'Until', context: 'time of day' })}
              timeZone={timeZone}
              value={value.to}
              onChange={(to) => to !== null && onChange({ ...value, to })}
            />
          </div>
          <Days quiet={value} onChange={onChange} />
        </>
      )}
    </>
  )
}

function Days({ quiet, onChange }: { readonly quiet: QuietHours; readonly onChange: (value: QuietHours) => void }) {
  const { t } = useLingui()
  const chosen = quiet.days ?? [...weekdays]
  const choose = (day: number, isOn: boolean) => {
    const days = weekdays.filter((one) => (one === day ? isOn : chosen.includes(one)))
    if (days.length > 0) onChange({ ...quiet, days: days.length === weekdays.length ? null : days })
  }
  return (
    <fieldset aria-label={t`Days on which they begin`}>
      <p className="mb-2 text-sm font-medium">
        <Trans>Starting on</Trans>
      </p>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {weekdays.map((day) => (
          <Checkbox key={day} isSelected={chosen.includes(day)} onChange={(isOn) => choose(day, isOn)}>
            {weekdayName(day)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
