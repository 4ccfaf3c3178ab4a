import { useEffect } from 'react'

/**
 * When what has the focus is taken away (a row that was removed, the button of a dialog that answered), the focus goes to
 * what is nearest of what stays, and not to nowhere, from where a screen reader begins again at the top.
 */
export function useFocusKept(): void {
  useEffect(() => {
    /** What has the focus, and all around it. */
    let path: readonly Element[] = []
    const note = ({ target }: FocusEvent) => {
      path = target instanceof Element ? [target, ...around(target)] : []
    }
    // Somebody pressed where nothing is: that is where they want to be.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === path[0] && path[0]?.isConnected) path = []
      })
    const keep = () => {
      const [had, ...places] = path
      if (had === undefined || had.isConnected || document.activeElement !== document.body) return
      path = []
      const near = places
        .filter((place) => place.isConnected)
        .map((place) => place.querySelector<HTMLElement>(focusable))
        .find((one) => one !== null)
      const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
      const next = near ?? dialog ?? document.querySelector('main')
      next?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(keep)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    document.addEventListener('focusout', forget)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('focusout', forget)
    }
  }, [])
}

/** Elements around one, within the content of the page or the dialog it stands in. */
function around(element: Element): Element[] {
  const parent = element.parentElement
  return parent === null || parent.matches('main, dialog, body') ? [] : [parent, ...around(parent)]
}

const focusable = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'
