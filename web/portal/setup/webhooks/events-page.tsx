import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Code } from './attempt.tsx'
import { eventExamples } from './event-examples.ts'

/** Every type of event, with an example to copy. */
export function EventsPage() {
  const { t } = useLingui()
  return (
    <SetupPage
      list={{ to: '/setup/webhooks', name: t`Webhooks` }}
      title={t`Events, with examples`}
      lead={t`What a webhook is told. The rest is read with an API key, at the path in the call.`}
    >
      <ul className="flex flex-col gap-3">
        {eventExamples.map((example) => (
          <li key={example.type}>
            <Example type={example.type} text={JSON.stringify(example, null, 2)} />
          </li>
        ))}
      </ul>
    </SetupPage>
  )
}

function Example({ type, text }: { readonly type: string; readonly text: string }) {
  const [copying, setCopying] = useState<'not yet' | 'done' | 'refused'>('not yet')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopying('done')
    } catch {
      // A browser may forbid copying; the text can still be selected.
      setCopying('refused')
    }
  }
  return (
    <details className="rounded-lg border border-line bg-surface">
      <summary className="px-5 py-3">
        <code dir="ltr" className="font-mono text-sm">
          {type}
        </code>
      </summary>
      <div className="flex flex-col items-start gap-3 border-t border-line px-5 py-4">
        <div className="w-full">
          <Code>{text}</Code>
        </div>
        <Button
          icon={copying === 'done' ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
          onPress={() => void copy()}
        >
          <Trans>Copy</Trans>
        </Button>
        <p role="status" className="text-xs empty:hidden">
          {copying === 'done' && <Trans>Copied.</Trans>}
          {copying === 'refused' && (
            <Trans>The browser does not allow copying. Select the text and copy it yourself.</Trans>
          )}
        </p>
      </div>
    </details>
  )
}
