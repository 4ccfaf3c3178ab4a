import { isLoopback } from '#/providers/destination-guard.ts'

/**
 * The page where a person gives a mandate; null when it is not the provider's, because people type bank details there.
 * Outside production it may be the twin's, at the loopback address we called.
 */
export function allowedCheckoutUrl(
  href: string,
  allowed: { readonly hosts: readonly string[]; readonly baseUrl: URL; readonly isProduction: boolean },
): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  if (url.username !== '' || url.password !== '') return null
  const isVendors =
    url.protocol === 'https:' && url.port === '' && allowed.hosts.some((host) => isWithin(url.hostname, host))
  const isTwins = !allowed.isProduction && isLoopback(url.hostname) && url.origin === allowed.baseUrl.origin
  return isVendors || isTwins ? url.href : null
}

function isWithin(hostname: string, host: string): boolean {
  return hostname === host || hostname.endsWith(`.${host}`)
}
