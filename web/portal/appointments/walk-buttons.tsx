import { useLingui } from '@lingui/react/macro'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { IconButton } from '#web/ui/button/button.tsx'
import type { useWalk } from './use-walk.ts'

/** To the appointments before and after this one in the list that it was opened from. */
export function WalkButtons({ walk: { before, after } }: { readonly walk: ReturnType<typeof useWalk> }) {
  const { t } = useLingui()
  return (
    <span className="flex">
      <IconButton label={t`Previous appointment`} isDisabled={!before} onPress={before}>
        <ChevronUp aria-hidden size={18} />
      </IconButton>
      <IconButton label={t`Next appointment`} isDisabled={!after} onPress={after}>
        <ChevronDown aria-hidden size={18} />
      </IconButton>
    </span>
  )
}
