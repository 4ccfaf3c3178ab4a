import { Trans, useLingui } from '@lingui/react/macro'
import { Section } from '#web/ui/page.tsx'

/** When organizations call people, by what rule they order whom they call, and that anybody may object to it. */
export function CalledSection() {
  const { t } = useLingui()
  return (
    <Section title={t`If an organization calls you`}>
      <div className="flex flex-col gap-2.5 text-muted">
        <p>
          <Trans>They call when a message no longer holds, when none reached you, or when you did not answer.</Trans>
        </p>
        <p>
          <Trans>
            Some of those who did not answer are called earlier: if the appointment was made a week or more ahead, if
            one was missed there in the past two years, or if no message has arrived at the number yet. Nothing else
            counts, and no score is stored.
          </Trans>
        </p>
        <p>
          <Trans>You can object: tell the organization. Then only the time of your appointment counts.</Trans>
        </p>
      </div>
    </Section>
  )
}
