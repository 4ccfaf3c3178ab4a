import { Trans } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

/** Shows a new secret, once. It closes only when somebody says that it is stored. */
export function SecretDialog({
  secret,
  title,
  onStored,
}: {
  readonly secret: string | null
  readonly title: string
  readonly onStored: () => void
}) {
  return (
    <AlertDialog isOpen={secret !== null} onClose={() => undefined} title={title} actions={null}>
      {secret !== null && <Secret secret={secret} onStored={onStored} />}
    </AlertDialog>
  )
}

function Secret({ secret, onStored }: { readonly secret: string; readonly onStored: () => void }) {
  const [isStored, setStored] = useState(false)
  const [copying, setCopying] = useState<'not yet' | 'done' | 'refused'>('not yet')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setCopying('done')
    } catch {
      // A browser may forbid copying; the text can still be selected.
      setCopying('refused')
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <p>
        <Trans>This is shown once. Store it where you keep passwords; nobody can read it again.</Trans>
      </p>
      <div className="flex items-center gap-2">
        <code
          dir="ltr"
          className="min-w-0 flex-1 rounded-md bg-sunken px-3 py-2 font-mono text-sm break-all text-ink select-all"
        >
          {secret}
        </code>
        <Button
          autoFocus
          icon={copying === 'done' ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
          onPress={() => void copy()}
        >
          <Trans>Copy</Trans>
        </Button>
      </div>
      <p role="status" className="min-h-5 text-xs">
        {copying === 'done' && <Trans>Copied.</Trans>}
        {copying === 'refused' && (
          <Trans>The browser does not allow copying. Select the text and copy it yourself.</Trans>
        )}
      </p>
      <Checkbox isSelected={isStored} onChange={setStored}>
        <span className="text-ink">
          <Trans>I have stored it</Trans>
        </span>
      </Checkbox>
      <div className="flex flex-wrap items-center justify-end gap-3">
        {!isStored && (
          <span className="text-xs">
            <Trans>First confirm that you have stored it.</Trans>
          </span>
        )}
        <Button look="primary" isDisabled={!isStored} onPress={onStored}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </div>
  )
}
