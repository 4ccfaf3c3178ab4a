import type { ImportProgress } from '#/app/import/import-options.ts'

export type ProgressOptions = {
  readonly stream: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }
  /** Milliseconds of a clock that only goes forward. */
  now(): number
}

/** Shows how far the import is: one line that is redrawn in a terminal, a line every few seconds elsewhere. */
export class ProgressLine {
  readonly #stream: ProgressOptions['stream']
  readonly #now: () => number
  readonly #startedMs: number
  #drawnMs: number
  #latest: ImportProgress | null = null

  constructor({ stream, now }: ProgressOptions) {
    this.#stream = stream
    this.#now = now
    this.#startedMs = now()
    this.#drawnMs = this.#startedMs
  }

  update(progress: ImportProgress): void {
    this.#latest = progress
    const everyMs = this.#stream.isTTY ? 100 : 5_000
    if (this.#now() - this.#drawnMs < everyMs) return
    this.#drawnMs = this.#now()
    if (this.#stream.isTTY) this.#draw(progress)
    else this.#stream.write(`${progressText(progress, this.#elapsedMs())}\n`)
  }

  /** Writes a line of its own; the progress line moves below it. */
  print(line: string): void {
    this.clear()
    this.#stream.write(`${line}\n`)
    if (this.#stream.isTTY && this.#latest) this.#draw(this.#latest)
  }

  clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001B[2K')
  }

  #draw(progress: ImportProgress): void {
    const text = progressText(progress, this.#elapsedMs())
    const width = Math.min(30, (this.#stream.columns ?? 80) - text.length - 4)
    const share = progress.rowCount === 0 ? 1 : progress.rowsDone / progress.rowCount
    const full = Math.max(0, Math.round(width * share))
    const bar = width < 5 ? '' : `[${'='.repeat(full)}${' '.repeat(width - full)}] `
    this.#stream.write(`\r\u001B[2K${bar}${text}`)
  }

  #elapsedMs(): number {
    return this.#now() - this.#startedMs
  }
}

/** `1,200 of 20,000 rows, 6 %, 410 a second, 46 s left, 3 skipped`. */
export function progressText(progress: ImportProgress, elapsedMs: number): string {
  const { rowsDone, rowCount, rowsOfThisRun, skipped } = progress
  const perSecond = elapsedMs === 0 ? 0 : rowsOfThisRun / (elapsedMs / 1_000)
  const left = perSecond === 0 ? null : (rowCount - rowsDone) / perSecond
  return [
    `${formatCount(rowsDone)} of ${formatCount(rowCount)} rows`,
    `${rowCount === 0 ? 100 : Math.floor((100 * rowsDone) / rowCount)} %`,
    `${formatCount(Math.round(perSecond))} a second`,
    ...(left === null ? [] : [`${duration(left)} left`]),
    `${formatCount(skipped)} skipped`,
  ].join(', ')
}

export function formatCount(count: number): string {
  return count.toLocaleString('en')
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`
}
