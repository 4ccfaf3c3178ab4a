import { prepareErrors } from '#web/api/request.ts'
import { prepareErrorText } from '#web/ui/error-text.ts'
import { newFlag } from '../session-ended.ts'

/** Whether a call waits until its person has shown again who they are. */
export const proofMissing = newFlag()

const waiting: ((isProved: boolean) => void)[] = []

/** From now on a call that needs a fresh proof asks for one, and goes on by itself once it is given. Calls at once ask once. */
export function askWhereProofIsMissing(): void {
  prepareErrors(async ({ code }) => {
    await prepareErrorText(code)
    return (
      code === 'FRESH_PROOF_REQUIRED' &&
      new Promise<boolean>((resolve) => {
        waiting.push(resolve)
        proofMissing.set()
      })
    )
  })
}

/** Lets the calls that wait go on, or fail where nothing was shown. */
export function endAsking(isProved: boolean): void {
  proofMissing.clear()
  for (const goOn of waiting.splice(0)) goOn(isProved)
}
