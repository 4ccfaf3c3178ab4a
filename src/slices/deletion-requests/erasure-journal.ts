import { appendFile, mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { strictObject } from '#/kernel/schema.ts'

const Erasure = strictObject({
  /** The deletion request. */
  id: Type.String(),
  recipientId: Type.String(),
  erasedAt: Type.String(),
  /** How holders knew the person. */
  entries: Type.Array(strictObject({ platformHolderId: Type.String(), holderRecipientId: Type.String() })),
  profileIds: Type.Array(Type.String()),
  /** Keyed hashes of the numbers and addresses, as hex. */
  contacts: Type.Array(
    strictObject({ channel: Type.Union([Type.Literal('sms'), Type.Literal('email')]), key: Type.String() }),
  ),
  message: Type.String(),
  retainedCategories: Type.Array(Type.String()),
})

/** One person who was erased, in ids and keyed hashes: enough to erase them again after an older backup was restored. */
export type Erasure = Static<typeof Erasure>

/**
 * Adds an erasure to the journal and waits until it is on disk. The journal lies beside the database and not in it,
 * because a restored backup brings back what was erased after it was made.
 */
export async function appendErasure(file: string, erasure: Erasure): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await appendFile(file, `${JSON.stringify(erasure)}\n`, { mode: 0o600 })
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Every erasure of the journal, oldest first; none when there is no journal yet. A line that a crash cut short is left out. */
export async function readErasures(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    const erasure = parsed(line)
    return erasure === null ? [] : [erasure]
  })
}

function parsed(line: string): Erasure | null {
  try {
    return Value.Parse(Erasure, JSON.parse(line))
  } catch {
    // Whoever was cut short while writing had not erased anything yet, and writes the line anew.
    return null
  }
}
