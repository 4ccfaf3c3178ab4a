import { useLingui } from '@lingui/react/macro'
import { Check, X } from 'lucide-react'
import {
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { IconButton } from '../button.tsx'

const queue = new ToastQueue<string>({ maxVisibleToasts: 2 })

/** Says for a few seconds that something was done. Errors stay where they arose, and are no toasts. */
export function toast(text: string): void {
  queue.add(text, { timeout: 6_000 })
}

/** Where they appear; once per app. */
export function Toasts() {
  const { t } = useLingui()
  return (
    <ToastRegion
      queue={queue}
      aria-label={t`Notices`}
      className="fixed inset-x-4 bottom-20 z-50 mx-auto flex max-w-sm flex-col gap-2 outline-none sm:bottom-6"
    >
      {({ toast: shown }) => (
        <AriaToast
          toast={shown}
          className="flex items-center gap-3 rounded-lg bg-ink py-1.5 ps-4 pe-1.5 text-canvas shadow-overlay"
        >
          <Check aria-hidden size={16} className="shrink-0" />
          <ToastContent className="min-w-0 flex-1">
            <Text slot="title">{shown.content}</Text>
          </ToastContent>
          <IconButton label={t`Close`} slot="close">
            <X aria-hidden size={16} />
          </IconButton>
        </AriaToast>
      )}
    </ToastRegion>
  )
}
