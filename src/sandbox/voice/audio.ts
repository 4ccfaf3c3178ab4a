/** Samples per second in both directions: 16-bit PCM. */
const sampleRate = 16_000

/** How loud a chunk of speech is, 0 to 1; null when it is no audio. */
export function loudness(base64: string): number | null {
  const bytes = Buffer.from(base64, 'base64')
  const count = Math.floor(bytes.length / 2)
  if (count === 0) return null
  let sum = 0
  for (let index = 0; index < count; index += 1) sum += (bytes.readInt16LE(index * 2) / 32_768) ** 2
  return Math.min(1, Math.sqrt(sum / count) * 4)
}

/** Tells when somebody has spoken and is silent again. */
export function speechEnds(): (loudness: number) => boolean {
  let loud = 0
  let quiet = 0
  return (level) => {
    if (level > 0.1) {
      loud += 1
      quiet = 0
      return false
    }
    quiet += 1
    if (loud < 3 || quiet < 8) return false
    loud = 0
    return true
  }
}

/** A short tone in place of a voice, so that the audio path can be heard to work. */
export const tone: string = (() => {
  const samples = Buffer.alloc(sampleRate / 2)
  const count = samples.length / 2
  for (let index = 0; index < count; index += 1) {
    const fading = Math.sin((Math.PI * index) / count)
    samples.writeInt16LE(Math.round(4_000 * fading * Math.sin((2 * Math.PI * 440 * index) / sampleRate)), index * 2)
  }
  return samples.toString('base64')
})()
