import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Scrolls sideways what does not fit; only then is it a Tab stop. No landmark: the section around it is one by that name. */
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
    // Its content changes its width without the box, such as when rows arrive.
    for (const changing of [element, ...element.children]) observer.observe(changing)
    return () => observer.disconnect()
  }, [])
  const reach = isScrolling ? ({ role: 'group', 'aria-label': label, tabIndex: 0 } as const) : {}
  return (
    <div ref={box} {...reach} className={`relative overflow-x-auto ${className}`}>
      {children}
    </div>
  )
}
