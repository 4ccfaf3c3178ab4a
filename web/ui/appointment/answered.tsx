import { Trans } from '@lingui/react/macro'

/** Whether somebody has answered, in a sentence: above the buttons with which they do. */
export function Answered({ isConfirmed }: { readonly isConfirmed: boolean }) {
  return (
    <p className="font-medium">
      {isConfirmed ? <Trans>You have said that you will come.</Trans> : <Trans>You have not answered yet.</Trans>}
    </p>
  )
}
