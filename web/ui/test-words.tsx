import { Trans } from '@lingui/react/macro'

/** What makes a test organization one. */
export function TestWords() {
  return <Trans>Test organization: messages reach nobody.</Trans>
}
