/** What happens to a message whose destination ends in these four digits. */
export type MagicNumber =
  | { readonly happens: 'refused'; readonly twilioCode: number; readonly cmCode: number; readonly what: string }
  | { readonly happens: 'undelivered'; readonly twilioCode: number; readonly cmCode: number; readonly what: string }

const magicNumbers: Readonly<Record<string, MagicNumber>> = {
  '0001': { happens: 'refused', twilioCode: 21614, cmCode: 303, what: "'To' number is not a valid mobile number" },
  '0002': { happens: 'refused', twilioCode: 21211, cmCode: 302, what: "Invalid 'To' Phone Number" },
  '0003': { happens: 'refused', twilioCode: 21610, cmCode: 402, what: 'Attempt to send to unsubscribed recipient' },
  '0004': { happens: 'undelivered', twilioCode: 30003, cmCode: 0, what: 'Unreachable destination handset' },
  '0005': { happens: 'undelivered', twilioCode: 30005, cmCode: 0, what: 'Unknown destination handset' },
  '0006': { happens: 'undelivered', twilioCode: 30006, cmCode: 0, what: 'Landline or unreachable carrier' },
}

export function magicNumber(to: string): MagicNumber | null {
  return magicNumbers[to.slice(-4)] ?? null
}
