import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Page, Section } from '#web/ui/page.tsx'
import { mayOpen, useRights } from '../may.tsx'
import { setupGroups } from './rooms.ts'

/** What can be set up by whoever is signed in, and what each page of it is for. */
export function OverviewPage() {
  const { t, i18n } = useLingui()
  const rights = useRights()
  return (
    <Page title={t`Set-up`}>
      {setupGroups
        .map((group) => ({ ...group, rooms: group.rooms.filter(({ to }) => mayOpen(rights, to)) }))
        .filter(({ rooms }) => rooms.length > 0)
        .map(({ id, name, rooms }) => (
          <Section key={id} title={i18n._(name)}>
            <div className="@container">
              <ul className="grid gap-3 @min-[38rem]:grid-cols-2">
                {rooms.map(({ to, name, about, icon: Icon }) => (
                  <li
                    key={to}
                    className="relative flex gap-3 rounded-md border border-line bg-surface px-4 py-3 hover:border-line-strong"
                  >
                    <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-muted" />
                    <div className="min-w-0">
                      <Link to={to} className="font-medium after:absolute after:inset-0 after:rounded-md">
                        {i18n._(name)}
                      </Link>
                      <p className="mt-0.5 text-sm text-pretty text-muted">{i18n._(about)}</p>
                    </div>
                  </li>
                ))}
              </ul>
            </div>
          </Section>
        ))}
    </Page>
  )
}
