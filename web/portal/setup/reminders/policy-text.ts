import { useLingui } from '@lingui/react/macro'
import { enumeration } from '#web/ui/enumeration.ts'
import type { FieldText } from '#web/ui/change/differences.ts'
import { typeName, type AppointmentType } from '../types/type-queries.ts'
import { offsetWords } from './offset.ts'
import type { Policy } from './policy-queries.ts'
import type { Step } from './steps-editor.tsx'
import { weekdayName } from './weekdays.ts'

/** Reminders in one line: «3 days before, 1 day before». */
export function useStepsText(): (steps: readonly Step[]) => string {
  const { t } = useLingui()
  return (steps) =>
    steps.length === 0
      ? t`Nobody is reminded.`
      : enumeration(steps.map(({ offset }) => t`${{ length: offsetWords(offset) }} before`))
}

/** How mail about replies comes, in words. */
export function useReplyMails(): Readonly<Record<Policy['replyMail'], string>> {
  const { t } = useLingui()
  return { each: t`For each reply`, daily: t`Once a day`, none: t`None` }
}

/** The policy in words, field by field. */
export function usePolicyText(types: readonly AppointmentType[]): FieldText<Policy> {
  const { t } = useLingui()
  const stepsText = useStepsText()
  const replyMails = useReplyMails()
  const yesOrNo = (isOn: boolean) => (isOn ? t`Yes` : t`No`)
  return {
    steps: { name: t`Reminders`, text: ({ steps }) => stepsText(steps) },
    quietHours: {
      name: t`Hours without messages`,
      text: ({ quietHours }) => {
        if (quietHours === null) return t`None`
        const days = enumeration((quietHours.days ?? []).map((day) => weekdayName(day, 'short')))
        return `${quietHours.from} – ${quietHours.to}${days ? ` (${days})` : ''}`
      },
    },
    minLeadMinutes: {
      name: t`Latest sending time`,
      text: ({ minLeadMinutes }) => t`${{ length: offsetWords(`PT${minLeadMinutes}M`) }} before`,
    },
    shortNotice: { name: t`Last-minute appointments`, text: ({ shortNotice }) => yesOrNo(shortNotice) },
    sendRegistrationNotice: { name: t`When it is made`, text: (policy) => yesOrNo(policy.sendRegistrationNotice) },
    sendChangeNotice: { name: t`When it is moved`, text: (policy) => yesOrNo(policy.sendChangeNotice) },
    sendCancellationNotice: { name: t`When it is cancelled`, text: (policy) => yesOrNo(policy.sendCancellationNotice) },
    groupSameDay: { name: t`One message a day`, text: ({ groupSameDay }) => yesOrNo(groupSameDay) },
    groupSameTelephone: { name: t`One message a telephone`, text: (policy) => yesOrNo(policy.groupSameTelephone) },
    replyMail: { name: t`E-mail about replies`, text: ({ replyMail }) => replyMails[replyMail] },
    smsSender: { name: t`Sender`, text: ({ smsSender }) => smsSender.value },
    intakeDefaultTypeId: {
      name: t`Type from other systems`,
      text: ({ intakeDefaultTypeId }) => {
        const type = types.find(({ id }) => id === intakeDefaultTypeId)
        return type ? typeName(type.name) : t`None`
      },
    },
    callsPerDay: { name: t`Call list`, text: ({ callsPerDay }) => String(callsPerDay) },
  }
}
