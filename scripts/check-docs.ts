import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sourceFiles } from './source-files.ts'

/** Every path and heading cited in the documentation below `root` that does not exist, one sentence each: links, and paths in code. */
export function docsViolations(root: string): string[] {
  return sourceFiles(root, ['*.md', '{docs,examples,bench,src}/**/*.md']).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const missing = [
      ...links(text).filter((link) => !isThere(root, file, link)),
      ...codePaths(text).filter((path) => !existsSync(join(root, path))),
    ]
    return [...new Set(missing)].map((path) => `${file} cites ${path}, which does not exist.`)
  })
}

/** Whether the file of a link exists, and in it the heading, where it names one of a page. */
function isThere(root: string, file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : join(path.startsWith('/') ? '' : dirname(file), path)
  if (!existsSync(join(root, target))) return false
  return !anchor || !target.endsWith('.md') || anchors(readFileSync(join(root, target), 'utf8')).includes(anchor)
}

/** The names that GitHub gives the headings of a page. */
function anchors(text: string): string[] {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase())
  return headings.map((heading) => heading.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-'))
}

/** Targets of links; web addresses left out. */
function links(text: string): string[] {
  const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)]
  const reference = [...text.matchAll(/^\[[^\]]+\]:\s+<?(\S+?)>?(?:\s|$)/gm)]
  return [...inline, ...reference]
    .map(([, target = '']) => decodeURI(target))
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
}

const folders = 'src|web|test|bench|docs|scripts|migrations|openapi|examples'

/** Paths from the root in code spans and blocks; patterns and placeholders (`src/slices/*`, `src/<slice>`) are no paths. */
function codePaths(text: string): string[] {
  const code = [...text.matchAll(/^```[^]*?^```|`[^`\n]+`/gm)].map(([span]) => span).join('\n')
  return [...code.matchAll(new RegExp(String.raw`(?<![\w./:@-])(?:${folders})/[^\s\`'",;:()|]*`, 'g'))]
    .map(([path]) => path.replace(/[.#]+$/, '').replace(/#.*$/, ''))
    .filter((path) => !/[*<>{}$[\]…]|\.\.\.|NNNN/.test(path))
}
