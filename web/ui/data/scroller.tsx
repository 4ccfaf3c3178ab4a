import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Scrolls sideways what does not fit; only then is it a Tab stop. */
export function Scroller({
  label,
  className,
  children,
}: {
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const [isScrolling, setScrolling] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setScrolling(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const reach = isScrolling ? ({ role: 'region', 'aria-label': label, tabIndex: 0 } as const) : {}
  return (
    <div ref={box} {...reach} className={`relative overflow-x-auto ${className}`}>
      {children}
    </div>
  )
}
