import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { sourceFiles, withoutComments } from '../source-files.ts'

/**
 * Every breach of the import rules below `root`, one sentence each: who may import whom, and no cycles, in which a file
 * that is loaded later counts too. Tests and files outside `src` and `web` may import anything. A type-only import
 * counts for the layers, not for cycles.
 */
export function importViolations(root: string): string[] {
  const files = sourceFiles(root, ['{src,web}/**/*.{ts,tsx}'])
  const modules = files.filter((file) => !isTest(file)).map((file) => readModule(root, file))
  return [
    ...modules.flatMap((module) => module.imports.flatMap((target) => layerViolation(root, module.file, target))),
    ...modules.flatMap((module) => module.imports.flatMap((target) => roomViolation(module.file, target))),
    ...cycles(modules),
  ]
}

/**
 * Every import of a `src` file that breaks the style, one sentence each: `#/` from another folder, `./` within one.
 */
export function importStyleViolations(root: string): string[] {
  return sourceFiles(root, ['src/**/*.ts']).flatMap((file) =>
    readModule(root, file).imports.flatMap(({ specifier, target }) => {
      if (!target?.startsWith('src/')) return []
      const isNear = posix.dirname(target) === posix.dirname(file)
      const asAll = isNear ? `./${posix.basename(target)}` : `#/${target.slice('src/'.length)}`
      return specifier === asAll ? [] : [`${file} imports ${specifier}: write ${asAll}.`]
    }),
  )
}

type Import = { readonly specifier: string; readonly isTypeOnly: boolean; readonly target: string | null }
type Module = { readonly file: string; readonly imports: readonly Import[] }

/**
 * Who may import whom. The first rule whose `from` matches the beginning of a file's path decides; `to` lists
 * beginnings of paths. Every file may also import what lies under the part of its own path that `from` matched.
 */
const rules: readonly { readonly from: RegExp; readonly to: readonly string[]; readonly says: string }[] = [
  {
    from: /^src\/main\//,
    to: ['src/app/', 'src/kernel/'],
    says: 'main imports app and kernel',
  },
  {
    from: /^src\/app\/(wiring|settings\/sms-vendors)\.ts$/,
    to: [
      'src/app/',
      'src/slices/',
      'src/surfaces/',
      'src/providers/',
      'src/sandbox/',
      'src/embedded-postgres/',
      'src/icalendar/',
      'src/kernel/',
      'src/ports/',
      'src/messages/',
      'src/locales/',
      'src/import-files/',
    ],
    says: 'wiring and the records of vendors import anything but main',
  },
  {
    from: /^src\/app\//,
    to: [
      'src/slices/',
      'src/surfaces/',
      'src/embedded-postgres/',
      'src/icalendar/',
      'src/kernel/',
      'src/ports/',
      'src/messages/',
      'src/locales/',
      'src/import-files/',
    ],
    says: 'app imports surfaces, slices, ports, messages, locales, the reading of files, kernel and the embedded server, and its wiring and records of vendors alone import providers and sandbox',
  },
  {
    from: /^src\/slices\/agents\//,
    to: ['src/ports/', 'src/kernel/', 'src/messages/', 'src/locales/', 'src/surfaces/agents/action.ts'],
    says: 'the slice of agents imports what every slice does, and what an action is',
  },
  {
    from: /^src\/slices\/([^/]+)\//,
    to: ['src/ports/', 'src/kernel/', 'src/messages/', 'src/locales/', 'src/icalendar/read/'],
    says: 'a slice imports ports, kernel, messages, locales, the reading of calendars, and of another slice only its front door and its sql.ts',
  },
  {
    from: /^src\/providers\//,
    to: ['src/ports/', 'src/kernel/', 'src/icalendar/'],
    says: 'providers import ports, kernel and the reading of calendars',
  },
  {
    from: /^src\/icalendar\/read\//,
    to: ['src/locales/'],
    says: 'the reading of calendars imports locales, so that a browser can too',
  },
  {
    from: /^src\/icalendar\//,
    to: ['src/kernel/'],
    says: 'calendars are read in a thread of the kernel',
  },
  {
    from: /^src\/import-files\//,
    to: ['src/icalendar/read/', 'src/locales/', 'src/kernel/text/csv.ts'],
    says: 'the reading of files imports that of calendars, locales and the CSV of the kernel, so that a browser can too',
  },
  {
    from: /^src\/embedded-postgres\//,
    to: ['src/kernel/'],
    says: 'the embedded server imports kernel',
  },
  { from: /^src\/surfaces\//, to: ['src/kernel/'], says: 'surfaces import kernel' },
  { from: /^src\/sandbox\//, to: ['src/kernel/'], says: 'sandbox imports kernel' },
  { from: /^src\/messages\//, to: ['src/kernel/', 'src/locales/'], says: 'messages imports kernel and locales' },
  { from: /^src\/locales\//, to: [], says: 'locales imports locales, so that a browser can too' },
  { from: /^src\/ports\//, to: [], says: 'ports import ports' },
  {
    from: /^src\/kernel\/context\.ts$/,
    to: ['src/kernel/', 'src/ports/'],
    says: 'the context of a request imports kernel, and the ports that it carries',
  },
  { from: /^src\/kernel\//, to: [], says: 'kernel imports kernel' },
  { from: /^web\/api\//, to: ['src/locales/'], says: 'web/api imports locales and, of the rest of src, types' },
  {
    from: /^web\/ui\//,
    to: ['web/api/', 'src/locales/', 'src/kernel/text/csv.ts'],
    says: 'web/ui imports web/api, locales, the CSV of the kernel and, of the rest of src, types',
  },
  {
    from: /^web\/[^/]+\//,
    to: ['web/ui/', 'web/api/', 'src/locales/', 'src/import-files/', 'src/icalendar/read/', 'src/kernel/text/csv.ts'],
    says: 'a web application imports web/ui, web/api, locales, the reading of files, the CSV of the kernel and, of the rest of src, types',
  },
]

/**
 * The rooms of the largest slice, each of which imports only rooms before it. Files beside them, such as its front door, may
 * import all rooms; `sql.ts`, which imports none, may be imported by all.
 */
const rooms = {
  within: 'src/slices/reminders/',
  inOrder: ['words', 'plan', 'policy', 'opt-outs', 'rows', 'replan', 'held', 'send', 'afterwards', 'worker', 'reading'],
}

function roomViolation(file: string, { target }: Import): string[] {
  const { within, inOrder } = rooms
  if (!target?.startsWith(within) || !file.startsWith(within) || target === `${within}sql.ts`) return []
  const from = roomOf(file)
  const to = roomOf(target)
  if (from === null || from === to) return []
  if (!inOrder.includes(from)) return [`${file} lies in no room that the import rules know.`]
  if (to !== null && inOrder.indexOf(to) < inOrder.indexOf(from)) return []
  return [`${file} imports ${target}, but the rooms of a slice import only those before them: ${inOrder.join(', ')}.`]
}

/** The folder right below the slice; null for a file beside the folders. */
function roomOf(file: string): string | null {
  return /^([^/]+)\//.exec(file.slice(rooms.within.length))?.[1] ?? null
}

function layerViolation(root: string, file: string, { specifier, isTypeOnly, target }: Import): string[] {
  if (target === null) return []
  if (!existsSync(join(root, target))) return [`${file} imports ${specifier}, which does not exist.`]
  const rule = rules.find(({ from }) => from.test(file))
  if (rule === undefined) return [`${file} lies in no layer: the import rules know no such folder.`]
  const own = rule.from.exec(file)?.[0] ?? file
  if (target.startsWith(own) || rule.to.some((beginning) => target.startsWith(beginning))) return []
  // Types of the server never reach the browser.
  if (file.startsWith('web/') && target.startsWith('src/') && isTypeOnly) return []
  const door = /^src\/slices\/([^/]+)\/(?:\1|sql)\.ts$/
  if (file.startsWith('src/slices/') && door.test(target)) return []
  return [`${file} imports ${target}, but ${rule.says}.`]
}

function cycles(modules: readonly Module[]): string[] {
  const edges = new Map(
    modules.map(({ file, imports }) => [
      file,
      imports.flatMap((one) => (one.isTypeOnly || one.target === null ? [] : [one.target])),
    ]),
  )
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'open') found.push(`A cycle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}.`)
    if (state.has(file)) return
    state.set(file, 'open')
    for (const target of edges.get(file) ?? []) visit(target, [...path, file])
    state.set(file, 'done')
  }
  for (const file of edges.keys()) visit(file, [])
  return found
}

function readModule(root: string, file: string): Module {
  const source = withoutComments(readFileSync(join(root, file), 'utf8'))
  const statements = [
    ...source.matchAll(/^\s*(?:import|export)\s+(type\s+(?!from\b))?(?:[^'"`;=()]*?\bfrom\s*)?['"]([^'"]+)['"]/gm),
    ...source.matchAll(/\bimport\s*\(\s*()['"]([^'"]+)['"]/g),
  ]
  const imports = statements.map(([, type, specifier = '']) => ({
    specifier,
    isTypeOnly: Boolean(type),
    target: resolveImport(file, specifier),
  }))
  return { file, imports }
}

/** The file of an import, relative to the root; null for packages and for files that are no code, such as styles. */
function resolveImport(file: string, specifier: string): string | null {
  const [path = ''] = specifier.split('?')
  if (!/\.tsx?$/.test(path)) return null
  if (path.startsWith('#/')) return posix.join('src', path.slice(2))
  if (path.startsWith('#web/')) return path.slice(1)
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : null
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}
