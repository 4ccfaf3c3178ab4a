import type { Fault } from '../file/facts.ts'
import type { Mapping } from '../file/map-row.ts'
import { openFile, type Opened, type Sought } from './opened-file.ts'
import { readFile, type FileFault, type Reading } from '../file/read-file.ts'

// Reads files beside the page, which stays responsive however large they are. Its policy lets it load and send nothing.

let file: ReturnType<typeof openFile> | null = null
let preparing = new AbortController()

/** What the page may ask; `openFile` says what each does. */
const functions = {
  async open(chosen: File, reading: Reading): Promise<Opened | FileFault> {
    const source = await readFile(chosen, reading)
    if (typeof source === 'string') return source
    file = openFile(source)
    return file.opened
  },
  prepare(mapping: Mapping, reading: Reading) {
    // A mapping that was changed meanwhile needs no more of it.
    preparing.abort()
    preparing = new AbortController()
    return opened().prepare(mapping, reading, preparing.signal)
  },
  preview: () => opened().preview(),
  unasked: () => opened().unasked(),
  learn: (asked: readonly Sought[], found: readonly number[]) => opened().learn(asked, found),
  rows: (from: number, count: number) => opened().rows(from, count),
  leftOut: (headings: readonly string[], reasons: Readonly<Record<Fault, string>>, country: string) =>
    opened().leftOut(headings, reasons, country),
}

export type ImportFunctions = typeof functions

function opened() {
  if (file === null) throw new Error('No file was opened.')
  return file
}

type Asked = { readonly id: number; readonly name: keyof ImportFunctions; readonly given: readonly unknown[] }

addEventListener('message', async ({ data: { id, name, given } }: MessageEvent<Asked>) => {
  // Safe: the page asks by the types of `functions`.
  const answer = functions[name] as (...given: readonly unknown[]) => unknown
  try {
    postMessage({ id, value: await answer(...given) })
  } catch (error) {
    postMessage({ id, error })
  }
})
