import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time; hashing first hides their lengths as well. */
export function equalSecrets(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}
