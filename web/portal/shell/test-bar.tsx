import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TestNote } from '#web/ui/test-note.tsx'

/** Above every page of a test organization, with the way to what it would have sent. */
export function TestBar() {
  return (
    <TestNote>
      <Link
        to="/test-inbox"
        className="inline-flex min-h-6 items-center font-medium text-accent hover:underline print:hidden"
      >
        <Trans>Test inbox</Trans>
      </Link>
    </TestNote>
  )
}
