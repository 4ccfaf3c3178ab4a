import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button/button.tsx'

/** Saves what was typed, or discards it. */
export function SaveButtons({
  isDirty,
  isPending,
  onUndo,
}: {
  readonly isDirty: boolean
  readonly isPending: boolean
  readonly onUndo: () => void
}) {
  return (
    <>
      <Button type="submit" look="primary" isDisabled={!isDirty} isPending={isPending}>
        <Trans>Save</Trans>
      </Button>
      <Button look="quiet" isDisabled={!isDirty || isPending} onPress={onUndo}>
        <Trans>Undo the changes</Trans>
      </Button>
      {!isDirty && (
        <span className="text-xs text-muted">
          <Trans>Nothing to save.</Trans>
        </span>
      )}
    </>
  )
}
