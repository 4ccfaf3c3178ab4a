import { Trans } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react'

/** A text of any length. What goes beyond `maxLines` is folded, until the button under it is pressed. */
export function Folded({ text, maxLines }: { readonly text: string; readonly maxLines: number | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)
  const shown = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = shown
    if (current === null) return
    // How many lines it takes depends on the width, which a turned telephone changes.
    const observer = new ResizeObserver(() => setIsCut(current.scrollHeight > current.clientHeight + 1))
    observer.observe(current)
    return () => observer.disconnect()
  }, [text, maxLines])
  const isFolded = maxLines !== undefined && !isOpen
  return (
    <span className="block min-w-0 flex-1">
      <span ref={shown} className="block whitespace-pre-line" style={isFolded ? foldedAfter(maxLines) : {}}>
        {text}
      </span>
      {isFolded && isCut && (
        <button
          type="button"
          className="-mb-2 flex min-h-11 items-center text-sm font-medium text-accent"
          onClick={() => setIsOpen(true)}
        >
          <Trans>More</Trans>
        </button>
      )}
    </span>
  )
}

/** Shows no more than so many lines of a text. */
export function foldedAfter(lines: number): CSSProperties {
  return { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines, overflow: 'hidden' }
}
