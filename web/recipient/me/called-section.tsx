import { Trans, useLingui } from '@lingui/react/macro'
import { Section } from '#web/ui/page.tsx'

/** When organizations call people, by what rule they order whom they call, and that anybody may object to it. */
export function CalledSection() {
  const { t } = useLingui()
  return (
    <Section title={t`If an organization calls you`}>
      <div className="flex flex-col gap-2.5 text-muted">
        <p>
          <Trans>
            Organizations may call you when a message no longer holds, when no message reached you, or when you did not
            answer.
          </Trans>
        </p>
        <p>
          <Trans>
            Of people who did not answer they call some earlier: whose appointment was made a week ahead or longer, who
            missed one there in the past two years, or at whose number no message has arrived yet. Nothing else counts,
            nothing else follows from it, and no score is stored.
          </Trans>
        </p>
        <p>
          <Trans>You can object. Tell the organization: then only the time of your appointment counts.</Trans>
        </p>
      </div>
    </Section>
  )
}
