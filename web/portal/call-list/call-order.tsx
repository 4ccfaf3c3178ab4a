import { Trans } from '@lingui/react/macro'

/** The whole rule of the call list, and its limits, for whoever calls and for whoever is asked about it. */
export function CallOrder() {
  return (
    <div className="flex max-w-prose flex-col gap-3">
      <p>
        <Trans>
          First: people whose last message no longer holds, or who could not be told of a change; then people whom no
          message reached. Both in the order of their appointments.
        </Trans>
      </p>
      <p>
        <Trans>
          Then: people who were asked to confirm at least a day ago and did not answer, a limited number a day. Three
          things move somebody up: an appointment made a week or more ahead, one missed here in the past two years, and
          a number at which no message has arrived yet.
        </Trans>
      </p>
      <p>
        <Trans>
          Points: made 14 days ahead or more 2, 7 to 13 days 1; missed once 1, more often 2; no message has arrived yet
          1. Most points come first, at equal points the earlier appointment. What other organizations know never
          counts.
        </Trans>
      </p>
      <p>
        <Trans>
          Nothing else counts, such as age, sex, name, address, language or kind of appointment. No score is shown or
          stored.
        </Trans>
      </p>
      <p>
        <Trans>
          Use the order for calling only: never to refuse, move, double-book or charge anybody, or to remind them less.
        </Trans>
      </p>
      <p>
        <Trans>Anybody can object: switch it on their page, and only the time of their appointment counts.</Trans>
      </p>
      <p>
        <Trans>
          The law is the GDPR. Article 21 gives the right to object. Article 22 is about decisions that a machine makes
          alone: this list makes none, because a person calls, and a call has no legal or similar effect on anybody.
        </Trans>
      </p>
    </div>
  )
}
