import { createHmac } from 'node:crypto'

import { isSameText } from '#/kernel/secrets/derived-keys.ts'

/**
 * The envelope sender of one message (VERP): `bounce+<reference>.<proof>@<domain>`. The proof keeps a stranger who
 * guesses or sees a reference from reporting a bounce for it. Lower-case hex throughout, because some servers fold the
 * case, and 60 characters long, within the 64 of RFC 5321 section 4.5.3.1.1.
 */
export function bounceAddress(reference: string, domain: string, secret: string): string {
  return `bounce+${reference}.${proof(reference, secret)}@${domain}`
}

/**
 * The reference in a bounce address of ours. `unrelated` when the address has another shape or domain, `forged` when no
 * secret in force made its proof.
 */
export function readBounceAddress(
  address: string,
  domain: string,
  secrets: readonly string[],
): { readonly reference: string } | 'unrelated' | 'forged' {
  const [localPart = '', host, ...rest] = address.trim().toLowerCase().split('@')
  if (rest.length > 0 || host !== domain.toLowerCase()) return 'unrelated'
  const match = /^bounce\+(?<reference>[0-9a-f]{32})\.(?<given>[0-9a-f]+)$/.exec(localPart)
  const { reference, given } = match?.groups ?? {}
  if (!reference || !given) return 'unrelated'
  return secrets.some((secret) => isSameText(given, proof(reference, secret))) ? { reference } : 'forged'
}

/** 80 bits are beyond guessing over SMTP and leave room in the local part. */
function proof(reference: string, secret: string): string {
  return createHmac('sha256', secret).update(reference).digest('hex').slice(0, 20)
}
