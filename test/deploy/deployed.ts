import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSettings } from '#/app/settings/read-settings.ts'
import { listVariables, type Settings } from '#/app/settings/settings.ts'
import { roles } from '#/app/product.ts'
import { apiNodeOptions, workerNodeOptions } from '../../bench/measuring/child.ts'
import { production } from '../production-settings.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

export function readDeployed(path: string): string {
  return readFileSync(join(root, 'deploy', path), 'utf8')
}

const secrets = new Set(listVariables().flatMap(({ name, isSecret }) => (isSecret ? [name] : [])))

/** What an operator writes to the file of settings: all that production needs and is no secret, but what `given` says already. */
export function operatorSettings(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(production).filter(([name]) => !secrets.has(name) && !given.includes(name)))
}

/** A folder with a file for each secret that production needs. @param prefix of the names, as of credentials of systemd */
export function operatorSecrets(prefix = ''): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tijdig-secrets-'))
  for (const [name, value] of Object.entries(production).filter(([name]) => secrets.has(name)))
    writeFileSync(join(folder, `${prefix}${name}`), `${value}\n`, { mode: 0o440 })
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

/**
 * Reads the environment of a process as the product does, which finds what is missing, unknown or wrong, and checks what is set
 * by its role.
 */
export function settingsOf(role: string, env: Readonly<Record<string, string>>): Settings {
  assert.ok((roles as readonly string[]).includes(role), `${role} is a role`)
  const expected = { api: apiNodeOptions.join(' '), worker: workerNodeOptions.join(' ') }[role] ?? undefined
  assert.equal(env['NODE_OPTIONS'], expected, `NODE_OPTIONS of ${role} are those of docs/running/install.md`)
  return readSettings(env)
}

/** The most connections of a process, as docs/running/install.md says. */
export function connectionsOf(role: string): number {
  const docs = readFileSync(join(root, 'docs/running/install.md'), 'utf8')
  const [, found] = new RegExp(String.raw`^\| \`${role}\` \| (\d+) \(`, 'm').exec(docs) ?? []
  assert.ok(found, `docs/running/install.md says how many connections ${role} opens`)
  return Number(found)
}

/** Time a process has between SIGTERM and SIGKILL: its grace, and as long again for what is in hand, as docs/running/upgrade.md says. */
export function secondsToStop({ stopGraceSeconds }: Settings): number {
  return stopGraceSeconds + 30
}

/** Every variable that a text names is one that the product reads. */
export function assertKnownVariables(text: string): void {
  const known = new Set(listVariables().map(({ name }) => name))
  const named = [...text.matchAll(/\bTIJDIG_[A-Z_]+\b/g)].map(([name]) => name)
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  )
}

/** Bytes of `512m`, `512Mi` or `1Gi`. */
export function bytesOf(size: string): number {
  const [, count, unit = ''] = /^(\d+)([kmg])i?$/i.exec(size) ?? []
  assert.ok(count, `${size} is a size`)
  return Number(count) * 1024 ** (['k', 'm', 'g'].indexOf(unit.toLowerCase()) + 1)
}

/** What a process was seen to use at most (docs/running/install.md, Processes), and a fifth more. */
export const leastMemory = { api: 312e6, login: 204e6, worker: 312e6 } as const
