import { Trans } from '@lingui/react/macro'
import { CalendarPlus } from 'lucide-react'
import { BigButton } from '#web/ui/button/big-button.tsx'

export function CalendarButton(props: { readonly isPending?: boolean; readonly onPress?: () => void }) {
  return (
    <BigButton {...props}>
      <CalendarPlus aria-hidden size={18} />
      <Trans>Add to calendar</Trans>
    </BigButton>
  )
}
