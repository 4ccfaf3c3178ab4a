import type { ReactNode } from 'react'

/** One column, as on a telephone, wherever it is shown. */
export function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col px-5 pt-6 pb-10">
      <header>
        <Brand />
      </header>
      <main className="mt-8 flex flex-1 flex-col">{children}</main>
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
