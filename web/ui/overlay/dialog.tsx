import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from '#web/ui/button/button.tsx'

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
  const titleId = useId()
  if (!isOpen) return null
  return (
    <Sheet aria-labelledby={titleId} onClose={onClose} isDismissable isWide={isWide}>
      <div className="flex items-start justify-between gap-4 border-b border-line py-3 ps-6 pe-3">
        <h2 id={titleId} className="pt-1 text-base font-semibold">
          {title}
        </h2>
        <IconButton label={t`Close`} onPress={onClose}>
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      <div className="px-6 py-5">{children}</div>
    </Sheet>
  )
}

/** A question that must be answered first: what happens, and buttons that say what they do. */
export function AlertDialog({
  isOpen,
  onClose,
  title,
  children,
  actions,
}: DialogProps & { readonly actions?: ReactNode }) {
  const titleId = useId()
  if (!isOpen) return null
  return (
    <Sheet role="alertdialog" aria-labelledby={titleId} onClose={onClose}>
      <div className="p-6">
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        <div className="mt-2 text-muted">{children}</div>
        {actions && <div className="mt-6 flex flex-wrap justify-end gap-2">{actions}</div>}
      </div>
    </Sheet>
  )
}

/** The browser's own dialog: a sheet over the dimmed page, at the bottom on a telephone. Open while it is rendered. */
export function Sheet({
  onClose,
  isDismissable = false,
  isWide = false,
  children,
  ...props
}: Pick<DialogProps, 'onClose' | 'children'> & {
  /** A press beside it closes it. */
  readonly isDismissable?: boolean
  readonly isWide?: boolean
  readonly role?: 'alertdialog'
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
}) {
  const ref = useRef<HTMLDialogElement>(null)
  // Its content is rendered once it is open: only then can something in it take the focus.
  const [isShown, setIsShown] = useState(false)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.focus()
    setIsShown(true)
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      {...props}
      ref={ref}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Some browsers close it at a second Escape, even after `preventDefault`.
      onClose={({ currentTarget }) => currentTarget.isConnected && !currentTarget.open && currentTarget.showModal()}
      onMouseDown={({ target, currentTarget }) => isDismissable && target === currentTarget && onClose()}
      className={`mx-auto mt-auto mb-0 max-h-[92dvh] w-full max-w-full overflow-auto rounded-t-lg bg-surface text-ink shadow-overlay outline-none backdrop:bg-shade sm:mt-[12dvh] sm:mb-auto sm:max-h-[76dvh] sm:rounded-lg forced-colors:border ${isWide ? 'sm:max-w-3xl' : 'sm:max-w-lg'}`}
    >
      {isShown && children}
    </dialog>
  )
}
