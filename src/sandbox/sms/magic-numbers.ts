/** What happens to a message whose destination ends in these four digits; each twin has its own codes for it. */
const magicNumbers = {
  '0001': { happens: 'refused', what: "'To' number is not a valid mobile number" },
  '0002': { happens: 'refused', what: "Invalid 'To' Phone Number" },
  '0003': { happens: 'refused', what: 'Attempt to send to unsubscribed recipient' },
  '0004': { happens: 'undelivered', what: 'Unreachable destination handset' },
  '0005': { happens: 'undelivered', what: 'Unknown destination handset' },
  '0006': { happens: 'undelivered', what: 'Landline or unreachable carrier' },
} as const

export type MagicEnding = keyof typeof magicNumbers
export type RefusedEnding = {
  [Ending in MagicEnding]: (typeof magicNumbers)[Ending]['happens'] extends 'refused' ? Ending : never
}[MagicEnding]

export type MagicNumber = { readonly what: string } & (
  | { readonly happens: 'refused'; readonly ending: RefusedEnding }
  | { readonly happens: 'undelivered'; readonly ending: Exclude<MagicEnding, RefusedEnding> }
)

const byEnding = new Map<string, MagicNumber>(
  // Safe: each ending with its own record.
  Object.entries(magicNumbers).map(([ending, number]) => [ending, { ...number, ending } as MagicNumber]),
)

export function magicNumber(to: string): MagicNumber | null {
  return byEnding.get(to.slice(-4)) ?? null
}
