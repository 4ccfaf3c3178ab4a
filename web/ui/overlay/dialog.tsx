import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from '../button.tsx'

type DialogProps = {
  readonly isOpen: boolean
  /** Asked for by Escape, the cross or a press beside it. */
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
}

/** A form or a look at something, over the page. The focus returns to where it was. */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
  isWide = false,
}: DialogProps & { readonly isWide?: boolean }) {
  const { t } = useLingui()
  return (
    <Overlay isOpen={isOpen} onClose={onClose} isWide={isWide}>
      <AriaDialog className="outline-none">
        <div className="flex items-start justify-between gap-4 border-b border-line py-3 ps-6 pe-3">
          <Heading slot="title" className="pt-1 text-base font-semibold">
            {title}
          </Heading>
          <IconButton label={t`Close`} onPress={onClose}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
        <div className="px-6 py-5">{children}</div>
      </AriaDialog>
    </Overlay>
  )
}

/** A question that must be answered first: what happens, and buttons that say what they do. */
export function AlertDialog({
  isOpen,
  onClose,
  title,
  children,
  actions,
}: DialogProps & { readonly actions: ReactNode }) {
  return (
    <Overlay isOpen={isOpen} onClose={onClose} isDismissable={false}>
      <AriaDialog role="alertdialog" className="p-6 outline-none">
        <Heading slot="title" className="text-base font-semibold">
          {title}
        </Heading>
        <div className="mt-2 text-muted">{children}</div>
        <div className="mt-6 flex flex-wrap justify-end gap-2">{actions}</div>
      </AriaDialog>
    </Overlay>
  )
}

/** The layer that dims the page, and the sheet on it; from below on a telephone. */
export function Overlay({
  isOpen,
  onClose,
  children,
  isDismissable = true,
  isWide = false,
}: Pick<DialogProps, 'isOpen' | 'onClose' | 'children'> & {
  readonly isDismissable?: boolean
  readonly isWide?: boolean
}) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && onClose()}
      isDismissable={isDismissable}
      className="fixed inset-0 z-40 flex items-end justify-center bg-shade transition-opacity duration-100 entering:opacity-0 exiting:opacity-0 sm:items-start sm:px-6 sm:pt-[12dvh]"
    >
      <Modal
        className={`max-h-[92dvh] w-full overflow-auto rounded-t-lg bg-surface shadow-overlay sm:max-h-[76dvh] sm:rounded-lg ${isWide ? 'sm:max-w-3xl' : 'sm:max-w-lg'}`}
      >
        {children}
      </Modal>
    </ModalOverlay>
  )
}
