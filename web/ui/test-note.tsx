import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { TestWords } from './test-words.tsx'

/** Says of a test organization that its messages reach nobody, on paper too; loaded only where there is one. */
export function TestNote({ children }: { readonly children?: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-sunken px-4 py-2 text-sm text-ink print:justify-start print:bg-transparent print:px-0 print:pt-0 print:pb-4"
    >
      <p className="flex items-center gap-2">
        <FlaskConical aria-hidden size={16} className="shrink-0 text-muted" />
        <TestWords />
      </p>
      {children}
    </div>
  )
}
