import { Trans } from '@lingui/react/macro'

/** Why Tijdig sent the set-up back. */
export function ReviewMessage({ message }: { readonly message: string | null }) {
  if (message === null) return null
  return (
    <div role="status" className="mb-6 rounded-md bg-warn-soft px-4 py-3 text-warn">
      <p className="font-medium">
        <Trans>Tijdig looked at it and asks you to change something.</Trans>
      </p>
      <p className="mt-1">{message}</p>
    </div>
  )
}
