import { Trans } from '@lingui/react/macro'

/** The whole rule of the call list, and its limits, for whoever calls and for whoever is asked about it. */
export function CallOrder() {
  return (
    <div className="flex max-w-prose flex-col gap-3">
      <p>
        <Trans>
          First come people whose last message no longer holds, or who must be called. Then people whom no message
          reached. Both in order of their appointments.
        </Trans>
      </p>
      <p>
        <Trans>
          Then people who were asked to confirm a day ago or longer and did not answer, a limited number a day. Earlier
          in the list: whose appointment was made one or two weeks ahead or longer, who missed one here in the past two
          years, and at whose number no message has arrived yet.
        </Trans>
      </p>
      <p>
        <Trans>
          Nothing else counts: not age, sex, name, address, language or kind of appointment, and nothing from other
          organizations. No score is shown or stored.
        </Trans>
      </p>
      <p>
        <Trans>
          Use this list for calling only. Do not refuse, move, double-book, charge or remind anybody less because of
          their place in it.
        </Trans>
      </p>
      <p>
        <Trans>
          Anybody can object. Switch it on their page, and only the time of their appointment counts for them.
        </Trans>
      </p>
    </div>
  )
}
