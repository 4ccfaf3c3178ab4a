import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { faultText } from '#web/ui/form/fault-text.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { CallAnswer } from './call-answer.tsx'
import type { Call } from './call-queries.ts'
import { formatMs } from './format-ms.ts'

/** One call: what was asked, what was answered, and what was wrong with which field. */
export function CallDialog({ call, onClose }: { readonly call: Call; readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t({ message: 'Answer', context: 'of the API' }), <CallAnswer key="answer" call={call} />],
    [t`Request id`, <Code key="request">{call.requestId}</Code>],
    // As programs write it, with the seconds.
    [t`When`, <Code key="when">{call.answeredAt}</Code>],
    [t`Duration`, formatMs(call.durationMs, currentLocale())],
    [
      t`Path`,
      <Code key="path">
        {call.method} {call.path}
      </Code>,
    ],
    [t`API key`, call.key.name ?? <Code key="key">{call.key.id}</Code>],
    [t`Program`, call.client === null ? '–' : <Code key="client">{call.client}</Code>],
    [t`Network`, call.network === null ? '–' : <Code key="network">{call.network}</Code>],
  ]
  return (
    <Dialog isOpen isWide onClose={onClose} title={call.operation}>
      {call.errorMessage !== null && (
        <p lang="en" dir="ltr" className="mb-4 rounded-md bg-warn-soft px-3 py-2 text-warn">
          {call.errorMessage}
        </p>
      )}
      {call.details.length > 0 && (
        <section className="mb-4">
          <h3 className="mb-1 text-sm font-semibold">{t`What was wrong`}</h3>
          <ul className="divide-y divide-line rounded-md border border-line">
            {call.details.map(({ path, code }) => (
              <li key={`${path} ${code}`} className="px-3 py-2">
                <Code>{path}</Code>
                <span className="block text-sm text-muted">
                  {i18n._(faultText[code])} <Code>{code}</Code>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents max-sm:block">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 max-sm:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function Code({ children }: { readonly children: ReactNode }) {
  return (
    <code dir="ltr" className="font-mono text-xs wrap-anywhere select-all">
      {children}
    </code>
  )
}
