import type { ReactNode } from 'react'

/** A grey line where text will stand. Classes give its width and height: `<Skeleton className="h-5 w-40" />`. */
export function Skeleton({ className }: { readonly className: string }) {
  return <span aria-hidden className={`skeleton block ${className}`} />
}

/** A page while it loads: its heading and a few lines, where they will be. */
export function PageSkeleton() {
  return (
    <div role="status" aria-busy>
      <Skeleton className="mb-8 h-8 w-48" />
      <div className="flex flex-col gap-3">
        {[0, 1, 2, 3, 4].map((line) => (
          <Skeleton key={line} className="h-11 w-full" />
        ))}
      </div>
    </div>
  )
}

/** What is shown until something newer is read: it fades where that takes a moment. */
export function Busy({ isBusy, children }: { readonly isBusy: boolean; readonly children: ReactNode }) {
  return (
    <div aria-busy={isBusy} className={isBusy ? 'opacity-50 transition-opacity delay-300' : undefined}>
      {children}
    </div>
  )
}
