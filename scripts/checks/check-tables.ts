import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles, withoutComments } from '../source-files.ts'

/**
 * Every breach of the walls between slices in SQL below `root`, one sentence each: a table has one owner, the slice whose
 * `privacy.ts` declares it; nobody else writes it; and who else reads it is declared there. What counts is the file in which
 * a table is named, so SQL that its owner lends (`sql.ts`) is the owner's. Views and functions of the database are doors.
 */
export function tableViolations(root: string): string[] {
  const files = sourceFiles(root, ['src/**/*.ts']).filter((file) => !isLetAlone(file))
  const sources = files.map((file) => ({ file, source: withoutComments(readFileSync(join(root, file), 'utf8')) }))
  const declared = sources.filter(({ file }) => file.endsWith('/privacy.ts')).flatMap(declaredIn)
  const owners = new Map(declared.map(({ table, owner }) => [table, owner]))
  const uses = sources.flatMap(({ file, source }) =>
    usesIn(source).flatMap(({ table, isWritten }) => {
      const [owner, part] = [owners.get(table), partOf(file)]
      return owner === undefined || owner === part ? [] : [{ file, part, table, owner, isWritten }]
    }),
  )
  const read = new Set(uses.filter(({ isWritten }) => !isWritten).map(({ part, table }) => `${part} ${table}`))
  const found = [
    ...declared.flatMap(({ table, owner }) =>
      owners.get(table) === owner
        ? []
        : [`${table} is declared by ${owner} and ${owners.get(table)}: it has one owner.`],
    ),
    ...uses.flatMap(({ file, part, table, owner, isWritten }) => {
      if (isWritten)
        return [`${file} writes ${table}, which is of ${owner}: ${owner} writes it, by a function or its sql.ts.`]
      if (declared.some((one) => one.table === table && one.readers.includes(part))) return []
      return [`${file} reads ${table}, which is of ${owner}: ask ${owner}, or add ${part} to its readers there.`]
    }),
    ...declared.flatMap(({ file, table, readers }) => [
      ...readers.flatMap((part) =>
        read.has(`${part} ${table}`) ? [] : [`${file}: ${part} does not read ${table}: take it out of its readers.`],
      ),
      ...(readers.join() === readers.toSorted().join() ? [] : [`${file}: sort the readers of ${table}.`]),
    ]),
  ]
  return [...new Set(found)]
}

/** The tables that a file declares, each with its readers. */
function declaredIn({ file, source }: { readonly file: string; readonly source: string }) {
  return [...source.matchAll(/\btable: '([\w.]+)',?\s*(?:readers: \[([^\]]*)\])?/g)].map(
    ([, table = '', list = '']) => ({
      file,
      table,
      owner: partOf(file),
      readers: [...list.matchAll(/'([^']+)'/g)].map(([, part = '']) => part),
    }),
  )
}

/** Tests, and demo data, which are written at once as their owners would have written them one by one. */
function isLetAlone(file: string): boolean {
  return file.endsWith('.test.ts') || file.startsWith('src/app/demo/')
}

/** The slice of a file, or the part of the product that is none: app, kernel. */
function partOf(file: string): string {
  return /^src\/(?:slices\/)?([^/]+)/.exec(file)?.[1] ?? file
}

/** Words that stand where a table does. That there is a table of that name makes it one. */
function usesIn(source: string): { readonly table: string; readonly isWritten: boolean }[] {
  return [...source.matchAll(named)].flatMap(([, verb = '', first = '', more = '']) => {
    const isWritten = /into|delete|update/.test(verb)
    const others = [...more.matchAll(/,\s*([a-z_.]+)/g)].map(([, table = '']) => table)
    return [first, ...others].map((table) => ({ table, isWritten }))
  })
}

const named =
  /\b(insert into|delete from|(?<!do |for |key )update|from|join|using)\s+(?:only\s+)?([a-z_]+(?:\.[a-z_]+)?)((?:\s+(?:as\s+)?[a-z]{1,3}\b)?(?:,\s*[a-z_.]+(?:\s+(?:as\s+)?[a-z]{1,3}\b)?)*)/g
