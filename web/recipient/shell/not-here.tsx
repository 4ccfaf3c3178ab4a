import { Trans, useLingui } from '@lingui/react/macro'
import { BigLink } from '../big-link.tsx'
import { Frame } from './frame.tsx'
import { Screen } from './screen.tsx'

export function NotHere() {
  const { t } = useLingui()
  return (
    <Frame>
      <Screen title={t`There is nothing here`}>
        <p>
          <Trans>The address may have been cut off. Open the link from your message again.</Trans>
        </p>
        <BigLink to="/my">
          <Trans>To my appointments</Trans>
        </BigLink>
      </Screen>
    </Frame>
  )
}
