import type { ReactNode } from 'react'

/** One column, as on a telephone, wherever it is shown. */
export function Column({
  aside,
  children,
}: {
  /** Stands at the end of the first line. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col px-5 pb-10">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 pt-3">
        <Brand />
        {aside}
      </header>
      <main className="mt-4 flex flex-1 flex-col wrap-break-word">{children}</main>
    </div>
  )
}

export function Brand() {
  return (
    <p translate="no" className="flex items-center gap-2 text-sm font-semibold tracking-tight">
      <img src="/favicon.svg" alt="" width={20} height={20} />
      Tijdig
    </p>
  )
}
