import { globSync } from 'node:fs'

/** Matching files, relative to `root` with forward slashes, sorted; never those in node_modules or of a build. */
export function sourceFiles(root: string, patterns: string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: (name) => ['node_modules', 'dist', 'kept'].includes(name) })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
}

/** The text with its comments blanked out, so that positions and strings stay as they are. */
export function withoutComments(source: string): string {
  const tokens = /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
  return source.replace(tokens, (token) => (token.startsWith('/') ? token.replace(/[^\n]/g, ' ') : token))
}
