/** There is no microphone, or the browser may not use it. */
export class NoMicrophone extends Error {
  override readonly name = 'NoMicrophone'
  readonly isForbidden: boolean

  constructor(isForbidden: boolean, options?: ErrorOptions) {
    super('No microphone', options)
    this.isForbidden = isForbidden
  }
}

/**
 * Asks for the microphone, and releases it.
 *
 * @throws NoMicrophone
 */
export async function requireMicrophone(): Promise<void> {
  // Browsers withhold it from pages that are not secure.
  if (!('mediaDevices' in navigator)) throw new NoMicrophone(false)
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    for (const track of stream.getTracks()) track.stop()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    throw new NoMicrophone(error.name === 'NotAllowedError', { cause: error })
  }
}
