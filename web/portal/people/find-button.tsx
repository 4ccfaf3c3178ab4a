import { Trans } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { openPalette } from '../shell/palette/palette-state.ts'

/** Opens the search for people, which the key / opens everywhere. */
export function FindPersonButton() {
  return (
    <Button icon={<Search aria-hidden size={16} />} onPress={openPalette}>
      <Trans>Find a person</Trans>
      <kbd aria-hidden className="font-sans text-xs text-muted">
        /
      </kbd>
    </Button>
  )
}
