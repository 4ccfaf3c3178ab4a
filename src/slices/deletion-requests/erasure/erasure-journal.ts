import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Type, type Static } from 'typebox'
import { checked } from '#/kernel/execution/validation.ts'
import { strictObject } from '#/kernel/schema.ts'

const Erasure = strictObject({
  /** The deletion request. */
  id: Type.String(),
  /** Null of a letter to one holder: it is about one entry there. */
  recipientId: Type.Union([Type.String(), Type.Null()]),
  erasedAt: Type.String(),
  /** How holders knew the person. */
  entries: Type.Array(strictObject({ platformHolderId: Type.String(), holderRecipientId: Type.String() })),
  profileIds: Type.Array(Type.String()),
  /** Keyed hashes of the numbers and addresses, as hex. */
  contacts: Type.Array(
    strictObject({
      channel: Type.Union([Type.Literal('sms'), Type.Literal('email')]),
      key: Type.String(),
      /** Other people use it too, so it stays open. */
      isKept: Type.Optional(Type.Literal(true)),
    }),
  ),
  retainedCategories: Type.Array(Type.String()),
  /** Stood in lines of earlier versions. */
  message: Type.Optional(Type.String()),
})

/** One person who was erased, in ids and keyed hashes: enough to erase them again after an older backup was restored. */
export type Erasure = Static<typeof Erasure>

/**
 * Adds an erasure to the journal and waits until it is on disk. The journal lies beside the database and not in it,
 * because a restored backup brings back what was erased after it was made. Only one process may do so at a time.
 */
export async function appendErasure(file: string, erasure: Erasure): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const journal = await open(file, 'a+', 0o600)
  try {
    await cutFragment(journal)
    await journal.appendFile(`${JSON.stringify(erasure)}\n`)
    await journal.sync()
  } finally {
    await journal.close()
  }
  await syncFolder(dirname(file))
}

/**
 * Every erasure of the journal, oldest first; none when there is no journal yet. A last line that a crash cut short is
 * left out: its writer had not erased anything yet, and writes it again.
 *
 * @throws Error naming file and line when any other line cannot be read: somebody might not be erased again
 */
export async function readErasures(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [parsed(file, line, index + 1)]))
}

function parsed(file: string, line: string, number: number): Erasure {
  try {
    return checked(Erasure, JSON.parse(line))
  } catch {
    // Without the cause, which quotes the line.
    throw new Error(`Line ${number} of the erasure journal ${file} cannot be read: restore the file from its copy`)
  }
}

/** What a crash left of a line would otherwise begin the next one, and neither could be read. */
async function cutFragment(journal: FileHandle): Promise<void> {
  const { size } = await journal.stat()
  const last = Buffer.alloc(1)
  if (size > 0) await journal.read(last, 0, 1, size - 1)
  if (size === 0 || last.toString() === '\n') return
  const whole = Buffer.alloc(size)
  await journal.read(whole, 0, size, 0)
  await journal.truncate(whole.lastIndexOf('\n') + 1)
}

/** A new file is on disk only once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
