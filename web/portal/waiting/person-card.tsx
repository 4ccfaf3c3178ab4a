import { Trans } from '@lingui/react/macro'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatDate } from '#web/ui/time/dates.ts'
import { EntryFacts } from './entry-facts.tsx'
import { LinkForm } from './link-form.tsx'
import { ProposedLink } from './proposed-link.tsx'
import type { WaitingPerson } from './waiting-queries.ts'

/** Somebody who waits: the entries that have their number, and what staff can do. */
export function PersonCard({ person }: { readonly person: WaitingPerson }) {
  const { entries, lastSignedInOn, proposal } = person
  const when = lastSignedInOn && formatDate(`${lastSignedInOn}T00:00:00Z`, currentLocale(), 'UTC')
  const linked = entries.filter((entry) => entry.linked)
  return (
    <article className="h-full rounded-lg border border-line bg-surface px-5 py-4">
      {when !== null && (
        <p className="mb-3 text-muted">
          <Trans>Signed in on {when}</Trans>
        </p>
      )}
      {proposal === null ? (
        <LinkForm key={entries.map(({ holderRecipientId }) => holderRecipientId).join()} person={person} />
      ) : (
        <ProposedLink person={person} proposal={proposal} />
      )}
      {linked.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line pt-1">
          {linked.map((entry) => (
            <li key={entry.holderRecipientId} className="flex items-start justify-between gap-3 py-2">
              <EntryFacts entry={entry} />
              <StatusPill tone="ok">
                <Trans>Linked already</Trans>
              </StatusPill>
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}
