import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { currentUrl } from '#/kernel/postgres/connecting/followed-url.ts'
import { production, secret } from '../../../test/production-settings.ts'
import { printSettings } from './print-settings.ts'
import { ConfigurationError, readSettings } from './read-settings.ts'
import { listVariables } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'tijdig-secrets-'))
after(() => rmSync(folder, { recursive: true }))

function fileOf(name: string, text: string, mode = 0o600): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

/** A set-up without a variable of its own for each of some secrets. */
function without(names: readonly string[], more: Readonly<Record<string, string>>) {
  return { ...Object.fromEntries(Object.entries(production).filter(([name]) => !names.includes(name))), ...more }
}

/** What is said about a set-up that is refused. */
function refusal(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readSettings(env)
  } catch (error) {
    assert.ok(error instanceof ConfigurationError)
    return error.faults
  }
  return assert.fail('It was not refused')
}

describe('secrets in files', () => {
  const secrets = listVariables().flatMap(({ name, isSecret }) => (isSecret ? [name] : []))

  test('every secret of production may be in a file of its own, or in the folder of credentials, by either name', () => {
    const inProduction = secrets.filter((name) => production[name] !== undefined)
    assert.ok(inProduction.length > 5)
    const known = readSettings(production)
    const named = inProduction.map((name) => [`${name}_FILE`, fileOf(`named-${name}`, `${production[name]}\n`)])
    assert.deepEqual(readSettings(without(inProduction, Object.fromEntries(named))), known)
    const names = inProduction.map((name, index) => (index % 2 === 0 ? name : `tijdig_${name}`))
    for (const [index, name] of names.entries()) fileOf(name, `${production[inProduction[index]!]}\n`, 0o440)
    assert.deepEqual(readSettings(without(inProduction, { CREDENTIALS_DIRECTORY: folder })), known)
    for (const name of names) rmSync(join(folder, name))
  })

  test('whatever is named as one that opens something is such a secret', () => {
    const opening = listVariables().filter(({ name }) => /SECRET|TOKENS?$|_KEYS?$|DATABASE\w*_URL|SMTP_URL/.test(name))
    assert.deepEqual(
      opening.map(({ name }) => name).filter((name) => name !== 'TIJDIG_SANDBOX_SMTP_PORT'),
      secrets,
    )
  })

  test('a file that others may read or change is refused in production, and what is wrong with any is said without its text', () => {
    const from = (file: string) => refusal(without(['TIJDIG_SECRET'], { TIJDIG_SECRET_FILE: file }))
    for (const mode of [0o644, 0o604, 0o620, 0o602])
      assert.deepEqual(from(fileOf('open', secret, mode)), [
        `TIJDIG_SECRET is in a file that others may read or change: chmod 600 ${folder}/open.`,
      ])
    for (const mode of [0o600, 0o400, 0o440, 0o640])
      assert.equal(
        readSettings(without(['TIJDIG_SECRET'], { TIJDIG_SECRET_FILE: fileOf('closed', secret, mode) })).secret,
        secret,
      )
    const twice = refusal({ ...production, TIJDIG_SECRET_FILE: fileOf('twice', secret) })
    assert.match(
      twice.join(),
      /^TIJDIG_SECRET is given more than once, also in the file .*twice: leave all but one out\.$/,
    )
    assert.match(from(fileOf('empty', '\n')).join(), /^TIJDIG_SECRET is in an empty file/)
    assert.match(from(join(folder, 'nowhere')).join(), /^TIJDIG_SECRET is in a file that cannot be read \(ENOENT\)/)
    assert.match(from('secret').join(), /absolute path/)
    assert.match(from(fileOf('short', 'abc')).join(), /^TIJDIG_SECRET must have at least 32 characters\.$/)
    assert.match(refusal({ ...production, TIJDIG_PORT_FILE: folder }).join(), /^TIJDIG_PORT_FILE is not a variable/)
    const outside = { TIJDIG_ENVIRONMENT: 'test', TIJDIG_SECRET_FILE: fileOf('development', secret, 0o644) }
    assert.equal(readSettings(outside).secret, secret)
  })

  test('the set-up is printed with the file a secret came from, and no secret of it', () => {
    const file = fileOf('printed', secret)
    const wrong = fileOf('printed-wrong', secret, 0o644)
    const printed = printSettings(
      without(['TIJDIG_SECRET', 'TIJDIG_BOUNCE_TOKENS'], {
        TIJDIG_SECRET_FILE: file,
        TIJDIG_BOUNCE_TOKENS_FILE: wrong,
      }),
    )
    const of = (name: string) => printed.find((one) => one.name === name)
    assert.deepEqual(of('TIJDIG_SECRET'), {
      name: 'TIJDIG_SECRET',
      from: `file ${file}`,
      value: null,
      isHidden: true,
      fault: null,
    })
    assert.match(of('TIJDIG_BOUNCE_TOKENS')?.fault ?? '', /chmod 600/)
    assert.ok(!JSON.stringify(printed).includes(secret))
  })

  test('a connection string in a file is read again, and while the file is wrong the last one counts', () => {
    const urlWith = (password: string) => `postgres://tijdig:${password}@127.0.0.1:1/followed`
    const file = fileOf('followed', urlWith('first'))
    readSettings({ TIJDIG_ENVIRONMENT: 'test', DATABASE_URL_FILE: file })
    for (const [text, password] of [
      [urlWith('second'), 'second'],
      ['', 'second'],
      ['postgr', 'second'],
      [urlWith('third'), 'third'],
    ] as const) {
      fileOf('followed', text)
      assert.equal(currentUrl(urlWith('first')), urlWith(password))
    }
  })
})
