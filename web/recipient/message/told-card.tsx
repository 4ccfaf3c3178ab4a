import { Trans } from '@lingui/react/macro'
import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MessageView } from '#web/api/message-link.ts'
import { StatusPill, type Tone } from '#web/ui/data/status-pill.tsx'
import { When } from '#web/ui/appointment/when.tsx'

type Told = MessageView['appointments'][number]

/** An appointment as the message told of it, and whether that still holds. */
export function ToldCard({ appointment }: { readonly appointment: Told }) {
  const { startsAt, timezone, title, place, state } = appointment
  const standing = states[state]
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 shadow-raised">
      {standing && (
        <div>
          <StatusPill tone={standing.tone}>{standing.word}</StatusPill>
        </div>
      )}
      <When startsAt={startsAt} timezone={timezone} isOff={state === 'changed' || state === 'cancelled'} />
      {title && <p>{title}</p>}
      {place && (
        <p className="flex items-start gap-2 text-muted">
          <MapPin aria-hidden size={18} className="mt-0.5 shrink-0" />
          {place}
        </p>
      )}
      {standing?.note && <p className="text-sm text-muted">{standing.note}</p>}
    </div>
  )
}

type Standing = { readonly tone: Tone; readonly word: ReactNode; readonly note?: ReactNode }

const states: Readonly<Record<Told['state'], Standing | null>> = {
  open: null,
  confirmed: { tone: 'ok', word: <Trans>Confirmed</Trans> },
  changed: {
    tone: 'warn',
    word: <Trans>Changed since this message</Trans>,
    note: (
      <Trans>
        This is no longer as the message said. Check your latest message, or sign in. Nothing was confirmed.
      </Trans>
    ),
  },
  cancelled: {
    tone: 'quiet',
    word: <Trans>Cancelled</Trans>,
    note: <Trans>You are not expected at this time.</Trans>,
  },
  past: { tone: 'past', word: <Trans>Past</Trans> },
}
