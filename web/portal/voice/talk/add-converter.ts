import resampler from './resampler.js?url'

/** Replaces the module of this name in the agent's library, which fetches it from elsewhere (scripts/web-bundle.ts). */
export async function addLibsamplerateModule(context: BaseAudioContext): Promise<void> {
  await context.audioWorklet.addModule(resampler)
}
