import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { atEnd } from '../crash/at-end.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const { commit } = JSON.parse(await readFile(new URL('last-release.json', import.meta.url), 'utf8')) as {
  commit: string
}

/** What a shallow clone lacks, and how to get it; false when all is there. */
export const isLacking =
  spawnSync('git', ['-C', root, 'cat-file', '-e', `${commit}^{commit}`]).status !== 0 &&
  `this clone lacks the last release: git fetch origin ${commit}`

/**
 * The code of the version that is taken for the last released one, with the libraries and the web apps of this one: what it
 * does with the database is its own.
 *
 * @returns its folder
 */
export async function unpackLastRelease(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-release-'))
  atEnd(t, () => rm(folder, { recursive: true }))
  const git = spawn('git', ['-C', root, 'archive', commit, 'package.json', 'src', 'migrations', 'openapi'])
  const tar = spawn('tar', ['-xC', folder], { stdio: [git.stdout, 'ignore', 'inherit'] })
  const ended = await Promise.all([git, tar].map((child) => once(child, 'exit')))
  if (ended.some(([code]) => code !== 0)) throw new Error(`The last release cannot be unpacked: git archive ${commit}`)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await symlink(join(root, 'web'), join(folder, 'web'))
  return folder
}
