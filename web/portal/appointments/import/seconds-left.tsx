import { Plural, Trans } from '@lingui/react/macro'
import { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useCountdown } from '#web/ui/time/use-countdown.ts'

/** Asks again by a press, once the allowance is there again. */
export function TryAgain({ error, onPress }: { readonly error: unknown; readonly onPress: () => void }) {
  const left = useCountdown((error instanceof ApiError ? error.retryAfterSeconds : null) ?? 0)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button isDisabled={left > 0} onPress={onPress}>
        <Trans>Try again</Trans>
      </Button>
      <SecondsLeft left={left} />
    </div>
  )
}

/** @param instant by `performance.now()` */
export function SecondsUntil({ instant }: { readonly instant: number }) {
  return <SecondsLeft left={useCountdown(Math.ceil((instant - performance.now()) / 1_000))} />
}

function SecondsLeft({ left }: { readonly left: number }) {
  if (left <= 0) return null
  return (
    <p className="text-muted">
      <Plural value={left} one="This can go on in # second." other="This can go on in # seconds." />
    </p>
  )
}
