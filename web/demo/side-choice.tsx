import { useLingui } from '@lingui/react/macro'
import { PressButton } from '#web/ui/button/press-button.tsx'

export type Side = 'portal' | 'telephone'

/** Chooses the side that is shown where both do not fit beside each other. */
export function SideChoice({
  side,
  person,
  onChange,
}: {
  readonly side: Side
  /** Whose telephone it is. */
  readonly person: { readonly displayName: string }
  readonly onChange: (side: Side) => void
}) {
  const { t } = useLingui()
  const choice = (name: Side, words: string) => (
    <PressButton
      aria-pressed={side === name}
      onPress={() => onChange(name)}
      className="min-h-11 flex-1 rounded-md px-2 text-sm text-muted aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-raised"
    >
      {words}
    </PressButton>
  )
  return (
    <div className="flex gap-1 rounded-lg bg-sunken p-1 lg:hidden">
      {choice('portal', t`The portal`)}
      {choice('telephone', t`The telephone of ${person.displayName}`)}
    </div>
  )
}
