import { useLingui } from '@lingui/react/macro'
import { Check, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from '#web/ui/button/button.tsx'

/** What can be done about it while it is shown. */
type Action = { readonly name: string; readonly onAction: () => void }
type Notice = { readonly id: string; readonly text: string; readonly action: Action | undefined }

let notices: readonly Notice[] = []
/** From below to above. */
let places: readonly string[] = []
const listeners = new Set<() => void>()

/** Says for a few seconds that something was done. Never for errors, which stay where they arose. */
export function toast(text: string, action?: Action): void {
  // Two at a time.
  change([...notices.slice(-1), { id: crypto.randomUUID(), text, action }])
}

/**
 * Where they appear, and are read out: once per app, and in each dialog, which makes all else unreachable. The uppermost
 * shows them.
 */
export function Toasts({ isOverPage = false }: { readonly isOverPage?: boolean }) {
  const { t } = useLingui()
  const id = useId()
  useEffect(() => {
    changePlaces(isOverPage ? [...places, id] : [id, ...places])
    return () => changePlaces(places.filter((place) => place !== id))
  }, [id, isOverPage])
  const isUppermost = useSyncExternalStore(listen, () => places.at(-1) === id)
  const held = useSyncExternalStore(listen, () => notices)
  const shown = isUppermost ? held : []
  // One landmark is enough.
  const Place = isOverPage ? 'div' : 'section'
  return (
    <Place
      aria-label={isOverPage ? undefined : t`Notifications`}
      aria-live="polite"
      className="fixed inset-x-4 bottom-20 z-50 mx-auto flex max-w-sm flex-col gap-2 sm:bottom-6 print:hidden"
    >
      {shown.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </Place>
  )
}

/** It stays for as long as it is pointed at or has the focus, which then returns to where it was. */
function Toast({ notice }: { readonly notice: Notice }) {
  const { t } = useLingui()
  const [isHeld, setHeld] = useState(false)
  const before = useRef<HTMLElement>(null)
  const { action } = notice
  const close = () => {
    before.current?.focus()
    remove(notice)
  }
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => remove(notice), 6_000)
    return () => clearTimeout(timer)
  }, [isHeld, notice])
  return (
    <div
      className="flex items-center gap-3 rounded-lg bg-ink py-1.5 ps-4 pe-1.5 text-canvas shadow-overlay forced-colors:border"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        setHeld(true)
        if (relatedTarget instanceof HTMLElement) before.current = relatedTarget
      }}
      onBlur={() => setHeld(false)}
    >
      <Check aria-hidden size={16} className="shrink-0" />
      <p className="min-w-0 flex-1">{notice.text}</p>
      {action && (
        <button
          type="button"
          className="min-h-9 rounded-md px-2 font-medium underline underline-offset-2 pointer-coarse:min-h-11"
          onClick={() => {
            close()
            action.onAction()
          }}
        >
          {action.name}
        </button>
      )}
      <IconButton label={t`Close`} onPress={close}>
        <X aria-hidden size={16} />
      </IconButton>
    </div>
  )
}

function remove(notice: Notice): void {
  change(notices.filter((one) => one !== notice))
}

function change(after: readonly Notice[]): void {
  notices = after
  for (const listener of listeners) listener()
}

function changePlaces(after: readonly string[]): void {
  places = after
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
