import { createContext, useContext } from 'react'

/** E-mail address of support; null where none is set. */
export const SupportAddress = createContext<string | null>(null)

/** A link to write to support, with the request it is about in its subject; nothing where there is no address. */
export function SupportLink({ requestId }: { readonly requestId?: string }) {
  const address = useContext(SupportAddress)
  if (address === null) return null
  const subject = requestId === undefined ? '' : `?subject=${encodeURIComponent(requestId)}`
  return (
    <a href={`mailto:${address}${subject}`} dir="ltr" className="underline underline-offset-2">
      {address}
    </a>
  )
}
