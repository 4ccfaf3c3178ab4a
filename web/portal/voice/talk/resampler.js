// Runs where the browser plays and records sound, in browsers that do not choose their own sampling rate, such as Firefox. The
// library of the agent looks for a converter under this name and would fetch one from elsewhere, which the policy refuses.

/** Changes the rate of a sound that comes in pieces: each sample is the mean of the stretch it stands for. */
class Converter {
  constructor(from, to) {
    this.step = from / to
    /** At least one sample: between two it is then their mix. */
    this.width = Math.max(this.step, 1)
    this.at = 0
    this.kept = new Float32Array(0)
  }

  full(samples) {
    const input = new Float32Array(this.kept.length + samples.length)
    input.set(this.kept)
    input.set(samples, this.kept.length)
    const output = []
    for (; this.at + this.width <= input.length; this.at += this.step) output.push(this.mean(input))
    const done = Math.min(Math.floor(this.at), input.length)
    this.kept = input.slice(done)
    this.at -= done
    return new Float32Array(output)
  }

  mean(input) {
    const end = this.at + this.width
    let sum = 0
    for (let index = Math.floor(this.at); index < end; index += 1)
      sum += (input[index] ?? 0) * (Math.min(end, index + 1) - Math.max(this.at, index))
    return sum / this.width
  }
}

globalThis.LibSampleRate = { create: async (_channels, from, to) => new Converter(from, to) }
