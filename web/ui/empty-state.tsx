import type { ReactNode } from 'react'

/** What stands where there is nothing yet: a sentence on why, and the one button that helps. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  readonly icon?: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line px-6 py-12 text-center">
      {icon && <div className="mb-1 text-muted">{icon}</div>}
      <p className="text-base font-medium">{title}</p>
      {children && <p className="max-w-md text-balance text-muted">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
