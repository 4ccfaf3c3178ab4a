import resampler from './resampler.js?url'

/** Stands for the module of this name in the library of the agent, which fetches a converter from elsewhere (scripts/web-bundle.ts). */
export async function addLibsamplerateModule(context: BaseAudioContext): Promise<void> {
  await context.audioWorklet.addModule(resampler)
}
