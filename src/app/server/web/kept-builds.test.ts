import fastify from 'fastify'
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { filesOf } from './files.ts'
import { keepBuild, keepReplaced, keptBuilds } from './kept-builds.ts'

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tijdig-kept-'))
  t.after(() => rm(path, { recursive: true }))
  return path
}

/** A build with one file, called after its content. */
async function buildIn(root: string, name: string): Promise<string> {
  const built = join(root, `release-${name}`)
  await mkdir(join(built, 'assets'), { recursive: true })
  await writeFile(join(built, 'assets', `page-${name}.js`), `export const page = '${name}'`)
  return built
}

function serve(t: TestContext, built: string, kept: string) {
  const files = filesOf(built, () => keptBuilds(kept))
  const app = fastify()
  t.after(() => app.close())
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const sent = files.send(request, reply, request.params['*'])
    return sent ?? reply.code(404).send('gone')
  })
  return async (file: string) => {
    const { statusCode, body } = await app.inject(`/assets/${file}`)
    return `${statusCode} ${body}`
  }
}

test('a release serves the files of the one before it, and that one those of the release that comes', async (t) => {
  const root = await folder(t)
  const kept = join(root, 'kept')
  const [old, next] = [await buildIn(root, 'old'), await buildIn(root, 'next')]
  keepBuild(old, kept)
  const fromOld = serve(t, old, kept)
  assert.equal(await fromOld('page-old.js'), `200 export const page = 'old'`)
  keepBuild(next, kept)
  await rm(old, { recursive: true })
  const fromNext = serve(t, next, kept)
  assert.equal(await fromNext('page-old.js'), `200 export const page = 'old'`)
  assert.equal(await fromNext('page-next.js'), `200 export const page = 'next'`)
  // A request for a file of the next release may reach a process of the old one meanwhile.
  assert.equal(await fromOld('page-next.js'), `200 export const page = 'next'`)
  assert.equal(await fromNext('page-never.js'), '404 gone')
})

test('five builds are kept, those that were served last, whoever keeps them at once', async (t) => {
  const root = await folder(t)
  const kept = join(root, 'kept')
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e', 'f'].entries()) {
    const built = await buildIn(root, name)
    keepBuild(built, kept)
    const [newest = ''] = keptBuilds(kept)
    await utimes(newest, index, index)
  }
  // Served again: it is the newest.
  keepBuild(join(root, 'release-b'), kept)
  keepBuild(await buildIn(root, 'g'), kept)
  const names = await Promise.all(keptBuilds(kept).map((build) => readdir(join(build, 'assets'))))
  assert.deepEqual(
    names.flat().toSorted(),
    ['b', 'd', 'e', 'f', 'g'].map((name) => `page-${name}.js`),
  )
})

test('a build that is replaced in its place goes on being served by the process that runs', async (t) => {
  const root = await folder(t)
  const kept = join(root, 'kept')
  const built = await buildIn(root, 'old')
  const get = serve(t, built, kept)
  keepReplaced(built, kept)
  await rm(built, { recursive: true })
  assert.equal(await get('page-old.js'), `200 export const page = 'old'`)
})

test('a folder that cannot be written is a fault of the set-up that names it', async (t) => {
  const root = await folder(t)
  const built = await buildIn(root, 'old')
  await writeFile(join(root, 'file'), '')
  assert.throws(() => keepBuild(built, join(root, 'file')), /cannot be kept in .*file/)
})
