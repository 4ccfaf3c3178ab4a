import { createHash, hash, randomUUID, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Architecture } from './debian-files.ts'
import type { Layer } from './layers.ts'

// An image as a folder, after the image specification of the Open Container Initiative 1.1. Everything in it is named by its
// checksum, so equal layers and settings give an equal digest.

export type ImageConfig = {
  readonly architecture: Architecture
  /** ISO 8601. */
  readonly created: string
  readonly config: Readonly<Record<string, unknown>>
}

/** Where something of the image lies, and how many bytes it has. */
export type Descriptor = { readonly mediaType: string; readonly digest: string; readonly size: number }

/** Writes the image. @returns its manifest's digest, and the bytes that whoever fetches it gets */
export async function writeLayout(
  folder: string,
  name: string,
  layers: readonly Layer[],
  image: ImageConfig,
): Promise<{ digest: string; packedBytes: number }> {
  const blobs = join(folder, 'blobs/sha256')
  await mkdir(blobs, { recursive: true })
  const written = []
  for (const layer of layers) written.push({ ...(await writeLayer(blobs, layer)), name: layer.name })
  const config = await writeJson(blobs, 'config.v1', {
    ...image,
    os: 'linux',
    rootfs: { type: 'layers', diff_ids: written.map(({ diffId }) => diffId) },
    history: written.map(({ name: comment }) => ({ created: image.created, created_by: 'npm run image', comment })),
  })
  const manifest = await writeJson(blobs, 'manifest.v1', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config,
    layers: written.map(({ descriptor }) => descriptor),
  })
  const annotations = {
    'org.opencontainers.image.ref.name': 'latest',
    'io.containerd.image.name': `docker.io/library/${name}`,
  }
  const platform = { architecture: image.architecture, os: 'linux' }
  await writeFile(join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}')
  await writeFile(
    join(folder, 'index.json'),
    JSON.stringify({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.index.v1+json',
      manifests: [{ ...manifest, platform, annotations }],
    }),
  )
  // The older list that `docker load` looks for.
  const Layers = written.map(({ descriptor }) => pathOf(descriptor))
  await writeFile(join(folder, 'manifest.json'), JSON.stringify([{ Config: pathOf(config), RepoTags: [name], Layers }]))
  const packedBytes = [config, manifest, ...written.map(({ descriptor }) => descriptor)].reduce(
    (sum, { size }) => sum + size,
    0,
  )
  return { digest: manifest.digest, packedBytes }
}

/** The path of something within the layout. */
export function pathOf({ digest }: Pick<Descriptor, 'digest'>): string {
  return `blobs/${digest.replace(':', '/')}`
}

async function writeLayer(blobs: string, layer: Layer): Promise<{ diffId: string; descriptor: Descriptor }> {
  const staging = join(blobs, `layer-${randomUUID()}`)
  const unpacked = createHash('sha256')
  const packed = createHash('sha256')
  await layer.tar((tar) =>
    pipeline(tar, hashing(unpacked), createGzip({ level: 9 }), hashing(packed), createWriteStream(staging)),
  )
  const digest = `sha256:${packed.digest('hex')}`
  const { size } = await stat(staging)
  await rename(staging, join(blobs, digest.replace('sha256:', '')))
  return {
    diffId: `sha256:${unpacked.digest('hex')}`,
    descriptor: { mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', digest, size },
  }
}

function hashing(into: Hash) {
  return async function* (chunks: Readable) {
    for await (const chunk of chunks) {
      into.update(chunk as Buffer)
      yield chunk
    }
  }
}

async function writeJson(blobs: string, kind: string, content: object): Promise<Descriptor> {
  const text = JSON.stringify(content)
  const sum = hash('sha256', text)
  await writeFile(join(blobs, sum), text)
  return { mediaType: `application/vnd.oci.image.${kind}+json`, digest: `sha256:${sum}`, size: Buffer.byteLength(text) }
}
