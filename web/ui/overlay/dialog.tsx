import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Button, IconButton } from '#web/ui/button/button.tsx'
import { Toasts } from './toast.tsx'

type DialogProps = {
  readonly isOpen: boolean
  /** Asked for by Escape, the cross or a press beside it. */
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
}

/**
 * A form or a look at something, over the page. The focus returns to where it was. Once something was typed into a form in
 * it, it asks before it closes by Escape, the cross or a press beside it.
 */
export function Dialog({ isOpen, ...props }: DialogProps & { readonly isWide?: boolean }) {
  return isOpen && <OpenDialog {...props} />
}

function OpenDialog({
  onClose,
  title,
  children,
  isWide = false,
}: Omit<DialogProps, 'isOpen'> & { readonly isWide?: boolean }) {
  const { t } = useLingui()
  const titleId = useId()
  const typedIn = useRef<Element>(null)
  const [isAsking, setAsking] = useState(false)
  // What was sent may have made place for its outcome.
  const close = () => (typedIn.current?.isConnected ? setAsking(true) : onClose())
  return (
    <Sheet aria-labelledby={titleId} onClose={close} isDismissable isWide={isWide}>
      <div className="flex items-start justify-between gap-4 border-b border-line py-3 ps-6 pe-3">
        <h2 id={titleId} className="pt-1 text-base font-semibold">
          {title}
        </h2>
        <IconButton label={t`Close`} onPress={close}>
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      <div
        className="px-6 py-5"
        onInput={({ target }) => {
          if (target instanceof Element) typedIn.current = target.closest('form') ?? typedIn.current
        }}
      >
        {children}
      </div>
      <LeaveQuestion isOpen={isAsking} onStay={() => setAsking(false)} onLeave={onClose} />
    </Sheet>
  )
}

/** Asks before what was typed is thrown away. */
export function LeaveQuestion({
  isOpen,
  onStay,
  onLeave,
}: {
  readonly isOpen: boolean
  readonly onStay: () => void
  readonly onLeave: () => void
}) {
  const { t } = useLingui()
  return (
    <AlertDialog
      isOpen={isOpen}
      onClose={onStay}
      title={t`Leave without saving?`}
      actions={
        <>
          <Button onPress={onStay} autoFocus>
            <Trans>Stay here</Trans>
          </Button>
          <Button look="danger" onPress={onLeave}>
            <Trans>Leave without saving</Trans>
          </Button>
        </>
      }
    >
      <Trans>What you typed on this page has not been saved.</Trans>
    </AlertDialog>
  )
}

/** A question that must be answered first: what happens, and buttons that say what they do. */
export function AlertDialog({
  isOpen,
  onClose,
  title,
  children,
  actions,
  hidesPage = false,
}: DialogProps & {
  readonly actions?: ReactNode
  /** Whoever passes by must not see what is behind it. */
  readonly hidesPage?: boolean
}) {
  const titleId = useId()
  if (!isOpen) return null
  return (
    <Sheet role="alertdialog" aria-labelledby={titleId} onClose={onClose} hidesPage={hidesPage}>
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
  hidesPage = false,
  children,
  ...props
}: Pick<DialogProps, 'onClose' | 'children'> & {
  /** A press beside it closes it. */
  readonly isDismissable?: boolean
  readonly isWide?: boolean
  readonly hidesPage?: boolean
  readonly role?: 'alertdialog'
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const beganBeside = useRef(false)
  // Its content is rendered once it is open: only then can something in it take the focus.
  const [isShown, setIsShown] = useState(false)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.focus()
    setIsShown(true)
    return () => {
      // What is open in it goes first, so that the focus returns step by step.
      for (const inner of dialog?.querySelectorAll<HTMLDialogElement>('dialog[open]') ?? []) inner.close()
      dialog?.close()
    }
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
      // A press that began in it, such as the choice of a text or a pull at its scrollbar, may end beside it.
      onPointerDown={(event) => {
        beganBeside.current = isBeside(event)
      }}
      onClick={(event) => isDismissable && beganBeside.current && isBeside(event) && onClose()}
      className={`mx-auto mt-auto mb-0 max-h-[92dvh] w-full max-w-full overflow-auto rounded-t-lg bg-surface text-ink shadow-overlay outline-none sm:mt-[12dvh] sm:mb-auto sm:max-h-[76dvh] sm:rounded-lg forced-colors:border ${isWide ? 'sm:max-w-3xl' : 'sm:max-w-lg'} ${hidesPage ? 'backdrop:bg-canvas' : 'backdrop:bg-shade'}`}
    >
      {isShown && children}
      <Toasts isOverPage />
    </dialog>
  )
}

/** Whether a press is on the dimmed page around a dialog. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}

/** Whether something is open over the page, which then does nothing with keys. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], [role=dialog]') !== null
}
