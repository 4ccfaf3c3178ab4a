/** Whose calls can fail, besides the SMS vendors. */
export const faultProviders = ['smtp', 'mollie', 'stripe', 'dnb', 'google', 'microsoft', 'elevenlabs'] as const

export const faultModes = [
  'timeout',
  'blackhole',
  'error',
  'refuse',
  'slow',
  'receipt_late',
  'receipt_duplicate',
  'receipt_reordered',
] as const
export type FaultMode = (typeof faultModes)[number]

/** A fault in force, for `remaining` more calls (null: every call) to the destination `to` (null: any). */
export type Fault = {
  readonly provider: string
  readonly mode: FaultMode
  readonly to: string | null
  remaining: number | null
}

export type Faults = {
  /** Replaces the provider's fault for the same destination; `none` ends it, or without `to` all of the provider. */
  set(provider: string, mode: FaultMode | 'none', count: number | null, to: string | null): void
  /**
   * The fault that strikes this call, counted down. Look-ups neither meet nor use up faults of sending (refusals and
   * receipts); where calls and their receipts come far apart, each counts down faults of its own.
   */
  take(provider: string, to: string | null, kind: 'send' | 'lookup' | 'call' | 'receipt'): FaultMode | null
  list(): readonly Fault[]
}

export function inMemoryFaults(): Faults {
  let faults: Fault[] = []
  return {
    set(provider, mode, count, to) {
      const endsAll = mode === 'none' && to === null
      faults = faults.filter((fault) => fault.provider !== provider || !(endsAll || fault.to === to))
      if (mode !== 'none') faults.push({ provider, mode, to, remaining: count })
    },
    take(provider, to, kind) {
      const candidates = faults.filter(
        (fault) => fault.provider === provider && (fault.to === null || fault.to === to) && suffers[kind](fault.mode),
      )
      // A fault for one destination comes before one for all.
      const fault = candidates.find((candidate) => candidate.to !== null) ?? candidates[0]
      if (!fault) return null
      if (fault.remaining !== null) {
        fault.remaining -= 1
        if (fault.remaining === 0) faults = faults.filter((other) => other !== fault)
      }
      return fault.mode
    },
    list: () => faults,
  }
}

const suffers = {
  send: () => true,
  lookup: (mode: FaultMode) => mode !== 'refuse' && !isAboutReceipts(mode),
  call: (mode: FaultMode) => !isAboutReceipts(mode),
  receipt: isAboutReceipts,
} as const

function isAboutReceipts(mode: FaultMode): boolean {
  return mode.startsWith('receipt_')
}
