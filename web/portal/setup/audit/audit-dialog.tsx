import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { formatDateTime } from '#web/ui/time/dates.ts'
import { useProfile } from '../../holder.ts'
import { Action, Actor } from './audit-cells.tsx'
import type { TrailEvent } from './audit-queries.ts'

/** One entry: who, when, from where, and all that it was about, each a way to what else was done with it. */
export function AuditDialog({ event, onClose }: { readonly event: TrailEvent; readonly onClose: () => void }) {
  const { t } = useLingui()
  const { at, network, requestId, actor, credential, subjects } = event
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t`What happened`, <Action key="what" event={event} />],
    [t`Who`, <Actor key="who" event={event} />],
    [t`When`, <When key="when" at={at} />],
    [t`Network`, network === null ? '–' : <Code key="network">{network}</Code>],
    [t`Session or key`, credential?.id ? <Code key="credential">{credential.id}</Code> : '–'],
    [t`Request id`, requestId === null ? '–' : <Code key="request">{requestId}</Code>],
  ]
  return (
    <Dialog isOpen isWide onClose={onClose} title={t`Who did what`}>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents max-sm:block">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 max-sm:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
      {actor.id !== null && (
        <p className="mt-4 text-sm">
          <Link to="/setup/audit" search={{ actor: actor.id }} className={linkClass}>
            <Trans>What else they did</Trans>
          </Link>
        </p>
      )}
      {subjects.length > 0 && (
        <section className="mt-5">
          <h3 className="mb-1 text-sm font-semibold">{t`What it was about`}</h3>
          <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line">
            {subjects.map((subject) => (
              <li key={subject} className="px-3 py-2">
                <Link to="/setup/audit" search={{ subject }} className={linkClass}>
                  <Code>{subject}</Code>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}

/** As the list says it, and as programs write it, with the seconds. */
function When({ at }: Pick<TrailEvent, 'at'>) {
  const { defaultTimezone } = useProfile()
  return (
    <>
      {formatDateTime(at, currentLocale(), defaultTimezone)}
      <span className="block text-muted">
        <Code>{at}</Code>
      </span>
    </>
  )
}

const linkClass = 'font-medium text-accent underline-offset-2 hover:underline'

function Code({ children }: { readonly children: ReactNode }) {
  return (
    <code dir="ltr" className="font-mono text-xs wrap-anywhere">
      {children}
    </code>
  )
}
