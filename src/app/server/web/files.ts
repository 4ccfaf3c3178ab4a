import { hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { extname, join, relative } from 'node:path'
import { setImmediate as others } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { turns } from '#/kernel/flow/turns.ts'

/** A file as it is sent; what several readers of one file take is the same memory. */
type Content = { readonly bytes: Buffer; readonly etag: string }

/** All files of the web that a day needs; the largest takes a tenth of this. */
const cachedBytesMax = 48 * 1_048_576

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

export type Files = {
  /** Answers with a file, compressed as the browser takes it, or 304 when it has it. @returns undefined when there is none */
  send(request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> | undefined
}

/**
 * Files of a folder, which do not change while this runs. They are sent from memory: whoever reads slowly, or asks for one a
 * thousand times, holds no file open.
 *
 * @param others more folders, for what the first has not; asked again, once in some seconds, for a name that none has
 */
export function filesOf(root: string, others: () => readonly string[] = () => []): Files {
  const names = placesIn([root])
  let lookedAtMs = Number.NEGATIVE_INFINITY
  const isThere = (name: string) => {
    if (!names.has(name) && performance.now() - lookedAtMs > lookAgainAfterMs) {
      lookedAtMs = performance.now()
      for (const [other, folder] of placesIn(others())) if (!names.has(other)) names.set(other, folder)
    }
    return names.has(name)
  }
  /** A build that is replaced while this runs is moved to the others. */
  const readMoved = (name: string) => (error: unknown) => {
    const folder = placesIn(others()).get(name)
    if (folder === undefined) throw error
    return readFile(join(folder, name))
  }
  const reads = turns({ atOnce: 8 })
  const cache = new LRUCache<string, Content>({
    maxSize: cachedBytesMax,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
    fetchMethod: async (name) => {
      const bytes = await reads.run(() => readFile(join(names.get(name) ?? root, name)).catch(readMoved(name)))
      return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` }
    },
  })
  return {
    send(request, reply, file) {
      const type = mediaTypes[extname(file)]
      if (type === undefined || !isThere(file)) return undefined
      const accepted = request.headers['accept-encoding'] ?? ''
      const [encoding, suffix] = encodings.find(([name, end]) => accepts(accepted, name) && names.has(file + end)) ?? []
      if (names.has(`${file}.br`)) reply.header('vary', 'accept-encoding')
      if (encoding !== undefined) reply.header('content-encoding', encoding)
      return sendContent(request, reply.type(type), cache.forceFetch(file + (suffix ?? '')))
    },
  }
}

/** In which of some folders each file is: the first that has it. */
function placesIn(folders: readonly string[]): Map<string, string> {
  const places = new Map<string, string>()
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const name = relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
      if (entry.isFile() && !places.has(name)) places.set(name, folder)
    }
  }
  return places
}

const lookAgainAfterMs = 5_000

async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  reading: Promise<Content>,
): Promise<FastifyReply> {
  const { bytes, etag } = await reading
  reply.header('etag', etag)
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (reply.statusCode === 200 && known.includes(etag)) return reply.removeHeader('content-encoding').code(304).send()
  if (bytes.length <= wholeBytes) return reply.send(bytes)
  return reply.header('content-length', bytes.length).send(Readable.from(piecesOf(bytes)))
}

/** What the system takes over at once, so that a page does not wait for turns of this process. */
const wholeBytes = 262_144
/** Not above what is expected of a reader in half a minute, so that its progress is seen. */
const pieceBytes = 65_536

/** The system takes megabytes at once from whoever offers them, which is felt when hundreds ask together: others go between two pieces. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes)
    await others()
  }
}

/** Whether a content coding is named and not refused by a weight of 0 (RFC 9110, section 12.5.3). */
function accepts(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
