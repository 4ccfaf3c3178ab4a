import { useLingui } from '@lingui/react/macro'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { languageNames, locales } from '#web/ui/language/locales.ts'
import { enumeration } from '#web/ui/enumeration.ts'
import { useProfile } from '../../holder.ts'
import type { FieldText } from '#web/ui/change/differences.ts'
import { offsetWords } from '../reminders/offset.ts'
import { useStepsText } from '../reminders/policy-text.ts'
import type { Texts } from './localized-texts.tsx'
import type { AppointmentType } from './type-queries.ts'

/** Fields of a type that can be changed here. */
export const typeFields = [
  'name',
  'smsSafe',
  'durationMinutes',
  'locationIds',
  'reminderPlan',
  'skipIfConfirmed',
  'recipientActions',
  'instructions',
  'color',
] as const satisfies readonly (keyof AppointmentType)[]

export type TypeFields = Pick<AppointmentType, (typeof typeFields)[number]>

/** The fields with the version they are of; a new type has none yet. */
export type EditedType = TypeFields & { readonly version: number }

/** Defaults of a new type. */
export const blankType: TypeFields = {
  name: {},
  smsSafe: false,
  durationMinutes: 20,
  locationIds: [],
  reminderPlan: null,
  skipIfConfirmed: false,
  recipientActions: { confirm: true, cancelRequest: true, rescheduleRequest: true, deadline: null },
  instructions: {},
  color: '#2F6FDE',
}

/** Fault paths for which there is a field here. */
export const typeFaultPaths: readonly string[] = [
  'durationMinutes',
  'recipientActions.deadline',
  ...locales.flatMap((locale) => [`name.${locale}`, `instructions.${locale}`]),
  ...[0, 1, 2, 3, 4].map((index) => `reminderPlan.steps.${index}.offset`),
]

/** A type in words, field by field. */
export function useTypeText(): FieldText<EditedType> {
  const { t } = useLingui()
  const { schedulingSetup } = useProfile()
  const stepsText = useStepsText()
  const yesOrNo = (isOn: boolean) => (isOn ? t`Yes` : t`No`)
  return {
    name: { name: t`Name`, text: ({ name }) => textsOf(name) },
    smsSafe: { name: t`Name in messages`, text: ({ smsSafe }) => yesOrNo(smsSafe) },
    durationMinutes: { name: t`Minutes`, text: ({ durationMinutes }) => String(durationMinutes) },
    locationIds: {
      name: t`Locations`,
      text: ({ locationIds }) => {
        const chosen = schedulingSetup?.locations.filter(({ id }) => locationIds.includes(id)) ?? []
        return chosen.length === 0 ? t`All` : enumeration(chosen.map(({ name }) => name))
      },
    },
    reminderPlan: {
      name: t`Reminders`,
      text: ({ reminderPlan }) =>
        reminderPlan === null ? t`Same as for all appointments` : stepsText(reminderPlan.steps),
    },
    skipIfConfirmed: { name: t`Stop after confirming`, text: ({ skipIfConfirmed }) => yesOrNo(skipIfConfirmed) },
    recipientActions: {
      name: t`What people may do`,
      text: ({ recipientActions: { confirm, cancelRequest, rescheduleRequest, deadline } }) =>
        enumeration(
          [
            confirm ? t`confirm` : null,
            cancelRequest ? t`ask to cancel` : null,
            rescheduleRequest ? t`ask for another time` : null,
            deadline === null ? null : t`until ${{ length: offsetWords(deadline) }} before`,
          ].filter((part) => part !== null),
        ) || t`Nothing`,
    },
    instructions: { name: t`Instructions`, text: ({ instructions }) => textsOf(instructions) },
    color: { name: t`Colour`, text: ({ color }) => color },
  }
}

function textsOf(texts: Texts): string {
  const own = currentLocale()
  return locales
    .filter((locale) => texts[locale] !== undefined)
    .toSorted((one, other) => Number(other === own) - Number(one === own))
    .map((locale) => `${languageNames[locale]}: ${texts[locale]}`)
    .join(' · ')
}
