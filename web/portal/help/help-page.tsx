import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CallOrder } from '../call-list/call-order.tsx'
import { explainedErrors } from '#web/ui/error-codes.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { SupportLink } from '#web/ui/support.tsx'

/** What becomes of replies, what errors mean, whom to ask, and what the keyboard does. */
export function HelpPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Help`}>
      <Section title={t`Ask support`}>
        <p className="max-w-prose">
          <Trans>
            Reply to an e-mail from Tijdig, or ask your contact at Tijdig. Say what you did, and when. If an error
            showed a number that begins with <Id>req_</Id>, include it: support can then find out what happened, without
            names or telephone numbers.
          </Trans>
        </p>
        <p className="mt-2 font-medium text-accent">
          <SupportLink />
        </p>
      </Section>
      <Section title={t`Replies`}>
        <div className="flex max-w-prose flex-col gap-2">
          <p>
            <Trans>
              A yes by text message confirms the appointment that the message told of. A no, a question and whatever may
              be about several appointments are listed under Replies: nothing is changed until you act.
            </Trans>
          </p>
          <p>
            <Trans>
              An answer goes to the number that wrote, within seven days, and never after STOP. Take a reply first, so
              that no colleague answers it too.
            </Trans>
          </p>
          <p>
            <Trans>
              STOP ends text messages to everybody with that number. Call them about their appointments; only they can
              undo it, by texting START.
            </Trans>
          </p>
        </div>
      </Section>
      <Section title={t`How the call list is ordered`}>
        <CallOrder />
      </Section>
      <Section title={t`Errors`}>
        <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
          {explainedErrors().map(({ title, advice }) => (
            <ErrorLine key={title.id} title={title} advice={advice} />
          ))}
        </dl>
      </Section>
      <Section title={t`More`}>
        <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
          <Place to="/replies" name={t`Replies`}>
            <Trans>People’s replies to messages arrive here.</Trans>
          </Place>
          <Place to="/setup/webhooks" name={t`Webhooks`}>
            <Trans>Your own systems hear at once what becomes of appointments, reminders and requests.</Trans>
          </Place>
          <Place name={t`Test inbox`}>
            <Trans>What would have been sent in the past 30 days. Nobody else received it.</Trans>
          </Place>
        </dl>
      </Section>
      <Section title={t`Keyboard`}>
        <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
          <Shortcut
            keys={
              <>
                <Key>Ctrl</Key> <Key>K</Key> · <Key>⌘</Key> <Key>K</Key>
              </>
            }
          >
            <Trans>Go to any page, or do what a page offers</Trans>
          </Shortcut>
          <Shortcut
            keys={
              <>
                <Key>↑</Key> <Key>↓</Key>
              </>
            }
          >
            <Trans>The request before or after the open one</Trans>
          </Shortcut>
          <Shortcut keys={<Key>Tab</Key>}>
            <Trans>The next button, link or field; the first one on a page skips the menu</Trans>
          </Shortcut>
          <Shortcut keys={<Key>Enter</Key>}>
            <Trans>Press the selected button or link, or submit the form</Trans>
          </Shortcut>
          <Shortcut keys={<Key>Esc</Key>}>
            <Trans>Close what is open, without doing anything</Trans>
          </Shortcut>
        </dl>
      </Section>
    </Page>
  )
}

function ErrorLine({ title, advice }: ReturnType<typeof explainedErrors>[number]) {
  const { i18n } = useLingui()
  return (
    <div className="grid gap-x-6 gap-y-0.5 px-4 py-3 md:grid-cols-[18rem_minmax(0,1fr)]">
      <dt className="font-medium">{i18n._(title)}</dt>
      <dd className="text-muted">{i18n._(advice)}</dd>
    </div>
  )
}

/** @param to where it is; a test organization alone has an inbox */
function Place({
  to,
  name,
  children,
}: {
  readonly to?: '/replies' | '/setup/webhooks'
  readonly name: string
  readonly children: ReactNode
}) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 px-4 py-3 md:grid-cols-[18rem_minmax(0,1fr)]">
      <dt className="font-medium">
        {to === undefined ? (
          name
        ) : (
          <Link to={to} className="text-accent hover:underline">
            {name}
          </Link>
        )}
      </dt>
      <dd className="text-muted">{children}</dd>
    </div>
  )
}

function Shortcut({ keys, children }: { readonly keys: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[18rem_minmax(0,1fr)]">
      <dt dir="ltr" className="rtl:text-end">
        {keys}
      </dt>
      <dd className="text-muted">{children}</dd>
    </div>
  )
}

function Key({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-6 rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs">
      {children}
    </kbd>
  )
}

function Id({ children }: { readonly children?: ReactNode }) {
  return (
    <code dir="ltr" className="font-mono">
      {children}
    </code>
  )
}
