import { Trans, useLingui } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Section } from '#web/ui/page.tsx'
import { calledTexts } from '../appointments/timeline-of.ts'
import type { ToCall } from './call-list-queries.ts'
import { useTakeBack, type Result } from './use-record.ts'

export type Recorded = { readonly callId: string; readonly item: ToCall; readonly result: Result }

/** The last calls that were recorded here, each of which can be taken back. */
export function RecordedCalls({
  recorded,
  onTakenBack,
}: {
  readonly recorded: readonly Recorded[]
  readonly onTakenBack: (callId: string) => void
}) {
  const { t } = useLingui()
  if (recorded.length === 0) return null
  return (
    <div className="print:hidden">
      <Section title={t`Recorded just now`}>
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {recorded.map((one) => (
            <RecordedCall key={one.callId} {...one} onTakenBack={() => onTakenBack(one.callId)} />
          ))}
        </ul>
      </Section>
    </div>
  )
}

function RecordedCall({ callId, item, result, onTakenBack }: Recorded & { readonly onTakenBack: () => void }) {
  const { t, i18n } = useLingui()
  const name = item.displayName
  const takeBack = useTakeBack(item.appointmentId, callId, onTakenBack)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{name}</span> <span className="text-muted">{i18n._(calledTexts[result])}</span>
      </span>
      <Button
        look="quiet"
        aria-label={t`Undo: ${name}`}
        isPending={takeBack.isPending}
        icon={<Undo2 aria-hidden size={16} className="rtl:-scale-x-100" />}
        onPress={() => takeBack.mutate()}
      >
        <Trans>Undo</Trans>
      </Button>
      <ErrorNote error={takeBack.error} />
    </li>
  )
}
