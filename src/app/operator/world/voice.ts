import type { Settings } from '#/app/settings/settings.ts'
import { createVoiceSetup } from '#/app/wiring.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'

type VoiceSetup = NonNullable<ReturnType<typeof createVoiceSetup>>
export type VoiceReport = Awaited<ReturnType<VoiceSetup['look']>>

/**
 * Compares the voice agent's set-up at the vendor with ours, and changes it when asked to.
 *
 * @returns what would change or, after a change, what the vendor stored differently
 * @throws OperatorError when there is no account, or the vendor refuses
 */
export async function setUpVoice(settings: Settings, isToBeChanged: boolean): Promise<VoiceReport> {
  const setup = createVoiceSetup(settings)
  if (setup === null)
    throw new OperatorError('TIJDIG_ELEVENLABS_API_KEY is needed: there is no account the agent could be set up in.')
  try {
    return await (isToBeChanged ? setup.apply() : setup.look())
  } catch (error) {
    if (error instanceof Error && error.name === 'VoiceSetupError')
      throw new OperatorError(error.message, { cause: error })
    throw error
  }
}
