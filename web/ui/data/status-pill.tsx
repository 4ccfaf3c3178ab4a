import { Ban, Check, CircleDashed, Clock, History, LoaderCircle, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type Tone = 'ok' | 'waiting' | 'busy' | 'warn' | 'danger' | 'quiet' | 'past' | 'none'

/** A state, in a word with an icon: never by colour alone. */
export function StatusPill({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  const { icon: Icon, look } = tones[tone]
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium sm:whitespace-nowrap ${look}`}
    >
      <Icon aria-hidden size={13} strokeWidth={2.25} className="shrink-0" />
      {children}
    </span>
  )
}

/** A short mark without a state: a kind, a count. */
export function Badge({ children }: { readonly children: ReactNode }) {
  return (
    <span className="inline-flex min-w-5 items-center justify-center rounded-full bg-sunken px-1.5 text-xs font-medium text-muted tabular-nums">
      {children}
    </span>
  )
}

const tones: Readonly<Record<Tone, { readonly icon: LucideIcon; readonly look: string }>> = {
  ok: { icon: Check, look: 'bg-ok-soft text-ok' },
  waiting: { icon: Clock, look: 'bg-accent-soft text-accent' },
  busy: { icon: LoaderCircle, look: 'bg-accent-soft text-accent' },
  warn: { icon: TriangleAlert, look: 'bg-warn-soft text-warn' },
  danger: { icon: TriangleAlert, look: 'bg-danger-soft text-danger' },
  quiet: { icon: Ban, look: 'bg-sunken text-muted' },
  past: { icon: History, look: 'bg-sunken text-muted' },
  none: { icon: CircleDashed, look: 'bg-sunken text-muted' },
}
