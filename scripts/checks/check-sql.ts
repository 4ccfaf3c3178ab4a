import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles, withoutComments } from '../source-files.ts'

/** Every SQL text below `root` outside the stores and what slices lend, one sentence each. Tests may hold any. */
export function sqlViolations(root: string): string[] {
  const files = sourceFiles(root, ['src/**/*.ts']).filter((file) => !mayHoldSql.some((place) => place.test(file)))
  return files.flatMap((file) => {
    const source = withoutComments(readFileSync(join(root, file), 'utf8'))
    return [...source.matchAll(sql)].map(({ index, 0: text }) => {
      const line = source.slice(0, index).split('\n').length
      return `${file}:${line} holds SQL (${text.slice(1).trim()} …): move it to a store beside it.`
    })
  })
}

const mayHoldSql = [/store\.ts$/, /^src\/slices\/[^/]+\/sql\.ts$/, /\.test\.ts$/, /^src\/kernel\/postgres\//]

/** The beginning of an SQL text. */
const sql =
  /[`'"]\s*(?:select\s|insert into\s|update \w[\w.]* (?:\w+ )?set\s|delete from\s|with \w+ as\s|truncate\s|lock table\s|listen\s|begin\b|set (?:local|transaction)\s)[\w.]*/g
