import { Trans } from '@lingui/react/macro'

/** What an account is for. */
export function Purpose() {
  return <Trans>For a program rather than a person: its keys keep working when somebody leaves.</Trans>
}
