import { useLingui } from '@lingui/react/macro'
import { Select } from '#web/ui/form/select.tsx'
import { languageChoices } from '#web/ui/language/language-choices.ts'
import type { LanguageChoice } from './appointment-draft.ts'

/** In which language a person is written to. */
export function LanguageSelect({
  value,
  onChange,
  mayStay = false,
  hint,
}: {
  readonly value: LanguageChoice
  readonly onChange: (choice: LanguageChoice) => void
  /** Whether nothing need be said, where it is not known yet who the person is. */
  readonly mayStay?: boolean
  readonly hint?: string
}) {
  const { t } = useLingui()
  return (
    <Select<LanguageChoice>
      label={t`Language of the messages`}
      hint={hint}
      name="recipient.locale"
      choices={[
        ...(mayStay ? [{ id: '', name: t`As before, otherwise the organization’s language` } as const] : []),
        { id: 'organization', name: t`The organization’s language` },
        ...languageChoices,
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
