/** A number to call, above a row that is itself a link; nothing where nobody knows one. */
export function CallLink({ number }: { readonly number: string | null }) {
  if (number === null) return null
  return (
    <a
      href={`tel:${number}`}
      dir="ltr"
      className="relative z-10 inline-flex min-h-6 items-center font-medium text-accent underline-offset-2 hover:underline"
    >
      {number}
    </a>
  )
}
