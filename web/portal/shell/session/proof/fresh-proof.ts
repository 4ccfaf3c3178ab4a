import { part } from '#web/api/part.ts'
import { prepareErrors } from '#web/api/request.ts'
import { prepareErrorText } from '#web/ui/error-text.ts'

/** From now on a call that needs a fresh proof asks for one, and goes on by itself once it is given. */
export function askWhereProofIsMissing(): void {
  prepareErrors(async ({ code }) => {
    await prepareErrorText(code)
    if (code !== 'FRESH_PROOF_REQUIRED') return false
    const { askForProof } = await part(() => import('./ask-for-proof.tsx'))
    return askForProof()
  })
}
