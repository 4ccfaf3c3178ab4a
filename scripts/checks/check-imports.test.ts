import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { importStyleViolations, importViolations } from './check-imports.ts'

test('imports along the layers are allowed', (t) => {
  const root = tree(t, {
    'src/main/serve.ts': `import { app } from '#/app/wiring.ts'\nimport { db } from '#/kernel/db.ts'`,
    'src/app/wiring.ts': `import { cm } from '#/providers/sms/cm.ts'\nimport { operations } from './operations.ts'`,
    'src/app/operations.ts': `import { a } from '#/slices/a/create.ts'\nimport { rest } from '#/surfaces/rest.ts'`,
    'src/slices/a/a.ts': `import type { B } from '#/slices/b/b.ts'\nimport { text } from '#/messages/nl.ts'`,
    'src/slices/a/create.ts': `import { b } from '../b/b.ts'\nimport { join } from '#/slices/b/sql.ts'\nimport { a } from './a.ts'\nimport type { Sms } from '#/ports/sms.ts'`,
    'src/slices/b/b.ts': `import { db } from '#/kernel/db.ts'\nimport { readFile } from 'node:fs/promises'\nimport pg from 'pg'`,
    'src/providers/sms/cm.ts': `import type { Sms } from '#/ports/sms.ts'`,
    'src/surfaces/rest.ts': `import { db } from '#/kernel/db.ts'`,
    'src/slices/b/sql.ts': '',
    'src/ports/sms.ts': '',
    'src/messages/nl.ts': '',
    'src/kernel/db.ts': '',
    'src/kernel/db.test.ts': `import { app } from '#/app/wiring.ts'`,
    'web/portal/main.tsx': `import { Button } from '../ui/button.tsx'\nimport './main.css'`,
    'web/ui/button.tsx': `import { useState } from 'react'`,
  })
  assert.deepEqual(importViolations(root), [])
})

const forbidden: Record<string, { from: string; to: string }> = {
  'a slice may not reach into another slice': { from: 'src/slices/a/create.ts', to: 'src/slices/b/store.ts' },
  'a slice may not reach into the SQL of another slice': { from: 'src/slices/a/a.ts', to: 'src/slices/b/sql-store.ts' },
  'a slice may not know a provider': { from: 'src/slices/a/a.ts', to: 'src/providers/sms/cm.ts' },
  'a slice may not know app': { from: 'src/slices/a/a.ts', to: 'src/app/config.ts' },
  'only the wiring of app may know a provider': { from: 'src/app/jobs.ts', to: 'src/providers/sms/cm.ts' },
  'main may not know a slice': { from: 'src/main/serve.ts', to: 'src/slices/a/a.ts' },
  'a surface may not know a slice': { from: 'src/surfaces/rest.ts', to: 'src/slices/a/a.ts' },
  'a twin may not know the adapter it answers': { from: 'src/sandbox/cm.ts', to: 'src/providers/sms/cm.ts' },
  'a provider may not know a slice': { from: 'src/providers/sms/cm.ts', to: 'src/slices/a/a.ts' },
  'messages may not know ports': { from: 'src/messages/nl.ts', to: 'src/ports/sms.ts' },
  'a port may not know the kernel': { from: 'src/ports/sms.ts', to: 'src/kernel/db.ts' },
  'the kernel may not know a slice': { from: 'src/kernel/db.ts', to: 'src/slices/a/a.ts' },
  'nothing but main may start main': { from: 'src/app/wiring.ts', to: 'src/main/serve.ts' },
  'the product may not use a script': { from: 'src/kernel/db.ts', to: 'scripts/check.ts' },
  'the shared web parts may not know an application': { from: 'web/ui/button.tsx', to: 'web/portal/main.tsx' },
  'one web application may not know the other': { from: 'web/portal/main.tsx', to: 'web/app/main.tsx' },
}

for (const [title, { from, to }] of Object.entries(forbidden)) {
  test(title, (t) => {
    const up = '../'.repeat(from.split('/').length - 1)
    for (const statement of [
      `import { x } from '${up}${to}'`,
      `import type { X } from '${up}${to}'`,
      `import {\n  x,\n  y,\n} from '${up}${to}'`,
      `import '${up}${to}'`,
      `export { x } from '${up}${to}'`,
      `export * from '${up}${to}'`,
      `const x = await import('${up}${to}')`,
    ]) {
      const [violation, ...others] = importViolations(tree(t, { [from]: statement, [to]: '' }))
      assert.match(violation ?? 'nothing', new RegExp(`^${from} imports ${to}, but `), statement)
      assert.deepEqual(others, [])
    }
  })
}

test('a room of reminders imports only rooms before it, and the SQL that the slice lends', (t) => {
  const room = (name: string) => `src/slices/reminders/${name}`
  const root = tree(t, {
    [room('reminders.ts')]: `import { x } from '#/slices/reminders/reading/view.ts'`,
    [room('sql.ts')]: '',
    [room('plan/plan.ts')]: `import type { X } from '#/slices/reminders/reading/view.ts'`,
    [room('reading/view.ts')]:
      `import { x } from '#/slices/reminders/plan/offset.ts'\nimport { y } from '#/slices/reminders/sql.ts'`,
    [room('plan/offset.ts')]: `import { x } from '#/slices/reminders/reminders.ts'`,
    [room('attic/box.ts')]: `import { x } from '#/slices/reminders/plan/offset.ts'`,
  })
  const found = importViolations(root)
    .filter((violation) => !violation.startsWith('A cycle'))
    .toSorted()
  assert.deepEqual(
    found.map((violation) => violation.slice(0, violation.indexOf(' but') + 1 || undefined)),
    [
      `${room('attic/box.ts')} lies in no room that the import rules know.`,
      `${room('plan/offset.ts')} imports ${room('reminders.ts')}, `,
      `${room('plan/plan.ts')} imports ${room('reading/view.ts')}, `,
    ],
  )
})

test('the alias counts like the path it stands for', (t) => {
  const root = tree(t, { 'src/slices/a/a.ts': `import { cm } from '#/providers/cm.ts'`, 'src/providers/cm.ts': '' })
  assert.match(importViolations(root).join(), /^src\/slices\/a\/a\.ts imports src\/providers\/cm\.ts, but a slice/)
})

test('the web may use locales and, of the rest of the server, types alone', (t) => {
  const files = { 'src/kernel/db.ts': '', 'src/locales/dates.ts': '' }
  const allowed = `import type { Db } from '#/kernel/db.ts'\nimport { dates } from '#/locales/dates.ts'\nimport { call } from '#web/api/call.ts'`
  assert.deepEqual(importViolations(tree(t, { ...files, 'web/api/call.ts': '', 'web/app/main.tsx': allowed })), [])
  const root = tree(t, { ...files, 'web/app/main.tsx': `import { db } from '#/kernel/db.ts'` })
  assert.match(importViolations(root).join(), /^web\/app\/main\.tsx imports src\/kernel\/db\.ts, but a web application/)
})

test('what reads calendars in a thread is not for browsers, what they load of it needs no kernel', (t) => {
  const files = { 'src/kernel/text/x.ts': '', 'src/icalendar/reader.ts': '', 'src/icalendar/read/event.ts': '' }
  const of = (file: string, target: string) =>
    importViolations(tree(t, { ...files, [file]: `import { x } from '#/${target}'` })).join()
  assert.equal(of('web/app/main.ts', 'icalendar/read/event.ts'), '')
  assert.match(of('web/app/main.ts', 'icalendar/reader.ts'), /a web application imports/)
  assert.match(of('src/icalendar/read/event.ts', 'kernel/text/x.ts'), /so that a browser can too/)
  assert.match(of('src/import-files/rows.ts', 'icalendar/reader.ts'), /so that a browser can too/)
})

test('an import of a file that is not there is reported', (t) => {
  assert.deepEqual(importViolations(tree(t, { 'src/kernel/db.ts': `import { x } from './gone.ts'` })), [
    'src/kernel/db.ts imports ./gone.ts, which does not exist.',
  ])
})

test('a new folder needs a rule', (t) => {
  const root = tree(t, { 'src/extra/x.ts': `import { y } from './y.ts'`, 'src/extra/y.ts': '' })
  assert.match(importViolations(root).join(), /lies in no layer/)
})

test('a cycle is reported with its path', (t) => {
  const root = tree(t, {
    'src/kernel/a.ts': `import { b } from './b.ts'`,
    'src/kernel/b.ts': `import { c } from '#/kernel/c.ts'`,
    'src/kernel/c.ts': `import { a } from './a.ts'`,
  })
  assert.deepEqual(importViolations(root), [
    'A cycle: src/kernel/a.ts -> src/kernel/b.ts -> src/kernel/c.ts -> src/kernel/a.ts.',
  ])
})

test('types alone make no cycle', (t) => {
  const root = tree(t, {
    'src/kernel/a.ts': `import type { B } from './b.ts'`,
    'src/kernel/b.ts': `import { a } from './a.ts'`,
  })
  assert.deepEqual(importViolations(root), [])
})

test('from another folder an import begins with #/, within one with ./', (t) => {
  const files = { 'src/kernel/b.ts': '', 'src/kernel/time/c.ts': '', 'src/ports/d.ts': '', 'test/e.ts': '' }
  const written = (source: string) => importStyleViolations(tree(t, { ...files, 'src/kernel/a.ts': source }))
  assert.deepEqual(written(`import './b.ts'\nimport '#/ports/d.ts'\nimport '../../test/e.ts'\nimport 'pg'`), [])
  for (const [is, shall] of [
    ['#/kernel/b.ts', './b.ts'],
    ['./time/c.ts', '#/kernel/time/c.ts'],
    ['../ports/d.ts', '#/ports/d.ts'],
  ])
    assert.deepEqual(written(`import '${is}'`), [`src/kernel/a.ts imports ${is}: write ${shall}.`])
})

test('what a comment says is no import', (t) => {
  const root = tree(t, {
    'src/kernel/a.ts': `// import { x } from './gone.ts'\n/**\n import { x } from './gone.ts' */\nconst url = 'http://x' // import './gone.ts'`,
  })
  assert.deepEqual(importViolations(root), [])
})

function tree(t: TestContext, files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'tijdig-imports-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), source)
  }
  return root
}
