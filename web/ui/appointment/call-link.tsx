import { Phone } from 'lucide-react'

/** A telephone number to call with one press. */
export function CallLink({ phoneNumber }: { readonly phoneNumber: string }) {
  return (
    <a href={`tel:${phoneNumber}`} className="inline-flex min-h-11 items-center gap-1.5 font-medium text-accent">
      <Phone aria-hidden size={18} />
      <bdi>{phoneNumber}</bdi>
    </a>
  )
}
