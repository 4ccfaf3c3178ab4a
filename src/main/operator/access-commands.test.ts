import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  callApi,
  eventually,
  mailsTo,
  signIn,
  startTestProduct,
  testSecret,
  type TestHolder,
  type TestProduct,
} from '../../../test/harness.ts'
import { operatorActions } from '../../../test/operator-world.ts'

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
const nowhere = '00000000-0000-4000-8000-000000000000'

describe('tijdig staff and tijdig holder networks, as processes', () => {
  let product: TestProduct
  before(async () => {
    product = await startTestProduct()
  })
  after(() => product.stop())

  async function tijdig(...args: readonly string[]) {
    const own = Object.entries(process.env).filter(([name]) => !/^TIJDIG_|^DATABASE_URL$/.test(name))
    const env = {
      ...Object.fromEntries(own),
      DATABASE_URL: product.databaseUrl,
      TIJDIG_ENVIRONMENT: 'test',
      TIJDIG_SECRET: testSecret,
      TIJDIG_BASE_URL: product.baseUrl,
      TIJDIG_OPERATOR: 'j.smit',
    }
    const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: Number(code), stdout, stderr }
  }
  /** A call by session below an organization. */
  const call = (holder: TestHolder, cookie: string, method: string, path: string, body?: object) =>
    callApi(`${product.baseUrl}/api/v1/platform-holders/${holder.id}${path}`, method, body, {
      cookie,
      origin: product.baseUrl,
      'x-service-csrf': '1',
    })
  const invitedBy = async (holder: TestHolder, email: string) => {
    const body = { clientRequestId: randomUUID(), email, staffRole: 'viewer', locale: 'nl' }
    const { status } = await call(holder, await signIn(product, holder.staffEmail), 'POST', '/staff', body)
    assert.equal(status, 201)
    return eventually(
      async () => /#invitation=([A-Za-z0-9_-]{43})/.exec((await mailsTo(product, email))[0]?.text ?? '')?.[1],
    )
  }
  const answer = (token: string) =>
    callApi(`${product.baseUrl}/auth/staff/invitation/session`, 'POST', { token }, { origin: product.baseUrl })
  const memberOf = async (holder: TestHolder, email: string) =>
    (
      await product.operator.query<{ status: string; role: string }>(
        'select status, role from staff_member where platform_holder_id = $1 and email = $2',
        [holder.id, email],
      )
    ).rows

  test('invite lets somebody in by the role that is named, and changes that of somebody who works there', async () => {
    const holder = await product.createHolder()
    const email = `vera@${holder.id}.example`
    const invited = await tijdig('staff', 'invite', email, '--holder', holder.id, '--role', 'viewer')
    assert.deepEqual([invited.code, invited.stderr], [0, ''])
    assert.match(invited.stdout, /can sign in at http.*with a code that is mailed then\. A mail says so\.\n$/)
    await eventually(async () => (await mailsTo(product, email)).length > 0)
    const cookie = await signIn(product, email)
    assert.equal((await call(holder, cookie, 'GET', '/appointments')).status, 200)
    const refused = await call(holder, cookie, 'GET', '/audit-events')
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'SCOPE_MISSING'])

    const again = await tijdig('staff', 'invite', email, '--holder', holder.id, '--role', 'admin', '--json')
    assert.deepEqual([again.code, JSON.parse(again.stdout).isMailed], [0, false])
    assert.equal((await call(holder, cookie, 'GET', '/audit-events')).status, 200)
    assert.deepEqual(await memberOf(holder, email), [{ status: 'active', role: 'admin' }])
    assert.deepEqual(await operatorActions(product.operator, holder.id), ['staffInvited', 'staffInvited'])
  })

  test('invite without a role makes somebody new an owner, and lets in whoever a colleague invited as what they chose', async () => {
    const holder = await product.createHolder()
    const [owner, viewer] = [`olga@${holder.id}.example`, `vic@${holder.id}.example`]
    await invitedBy(holder, viewer)
    for (const email of [owner, viewer])
      assert.equal((await tijdig('staff', 'invite', email, '--holder', holder.id, '--no-mail')).code, 0)
    assert.deepEqual(await memberOf(holder, owner), [{ status: 'active', role: 'owner' }])
    assert.deepEqual(await memberOf(holder, viewer), [{ status: 'active', role: 'viewer' }])
  })

  test('deactivate asks first, then ends sessions and keys, and a second time says that nobody has the address', async () => {
    const holder = await product.createHolder()
    const cookie = await signIn(product, holder.staffEmail)
    const deactivate = (...more: string[]) =>
      tijdig('staff', 'deactivate', holder.staffEmail, '--holder', holder.id, ...more)
    const asked = await deactivate()
    assert.deepEqual([asked.code, asked.stdout], [1, ''])
    assert.match(
      asked.stderr,
      /^This ends the access of .*, for good, or the invitation to it\. Say --yes to do it\.\n$/,
    )
    assert.equal((await call(holder, cookie, 'GET', '')).status, 200)

    const ended = await deactivate('--yes')
    assert.deepEqual([ended.code, ended.stderr], [0, ''])
    assert.match(ended.stdout, /is inactive\. Sessions ended: 1; API keys revoked: 1; passkeys removed: 0\.\n$/)
    assert.deepEqual(
      [(await call(holder, cookie, 'GET', '')).status, (await holder.call('GET', '')).status],
      [401, 401],
    )

    const gone = await deactivate('--yes')
    assert.deepEqual([gone.code, gone.stdout], [1, ''])
    assert.match(gone.stderr, /^Nobody who works for Praktijk \d+ or is invited has this e-mail address\.\n$/)
    assert.ok(!gone.stderr.includes(holder.staffEmail))
  })

  test('deactivate ends the invitation of somebody who has not answered: of somebody new nothing is left, a former colleague stays former', async () => {
    const holder = await product.createHolder()
    const [newcomer, former] = [`nora@${holder.id}.example`, `frits@${holder.id}.example`]
    await tijdig('staff', 'invite', former, '--holder', holder.id, '--no-mail')
    await tijdig('staff', 'deactivate', former, '--holder', holder.id, '--yes')
    const links = [await invitedBy(holder, newcomer), await invitedBy(holder, former)]

    const shown = await tijdig('staff', 'deactivate', newcomer.toUpperCase(), '--holder', holder.id, '--yes')
    assert.deepEqual(shown, {
      code: 0,
      stdout: `${newcomer} is no longer invited: the link that was sent works no more.\n`,
      stderr: '',
    })
    const told = await tijdig('staff', 'deactivate', former, '--holder', holder.id, '--yes', '--json')
    const { was, status, revokedKeys } = JSON.parse(told.stdout)
    assert.deepEqual([was, status, revokedKeys], ['invited', 'inactive', 0])
    for (const link of links) assert.equal((await answer(link)).status, 404)
    assert.deepEqual(await memberOf(holder, newcomer), [])
    assert.deepEqual(await memberOf(holder, former), [{ status: 'inactive', role: 'viewer' }])
    assert.equal(
      (await operatorActions(product.operator, holder.id)).filter((one) => one === 'staffDeactivated').length,
      3,
    )
  })

  test('holder networks clear lets everybody in again, tells the owner, and says when there is nothing to clear', async () => {
    const holder = await product.createHolder()
    await product.operator.query(
      `insert into holder_networks (platform_holder_id, session_networks, key_networks, version) values ($1, '{192.0.2.0/24}', '{192.0.2.0/24}', 2)`,
      [holder.id],
    )
    assert.equal((await holder.call('GET', '')).body.error.code, 'IP_NOT_ALLOWED')
    const clear = (...more: string[]) => tijdig('holder', 'networks', 'clear', holder.id, ...more)
    const asked = await clear()
    assert.equal(asked.code, 1)
    assert.match(
      asked.stderr,
      /^This lets the staff and keys of Praktijk \d+ in from everywhere\. Say --yes to do it\.\n$/,
    )
    assert.equal((await holder.call('GET', '')).status, 403)

    const cleared = await clear('--yes')
    assert.equal(cleared.code, 0)
    assert.match(cleared.stdout, /^Staff and keys of Praktijk \d+ are let in from everywhere\.\n$/)
    assert.equal((await holder.call('GET', '')).status, 200)
    const mail = await eventually(async () => (await mailsTo(product, holder.staffEmail))[0])
    assert.match(mail.subject, /^Netwerken van Praktijk \d+ zijn gewijzigd$/)
    assert.match(mail.text, /Gewijzigd door: Wie het platform beheert/)

    const again = await clear('--yes', '--json')
    assert.deepEqual([again.code, JSON.parse(again.stdout).isChanged], [0, false])
    assert.deepEqual(await operatorActions(product.operator, holder.id), ['holderNetworksCleared'])
  })

  test('what cannot be is refused with a sentence and an exit code, and help says how it is done', async () => {
    const holder = await product.createHolder()
    for (const [code, message, args] of [
      [1, /^There is no such platform holder/, ['staff', 'invite', 'a@b.example', '--holder', nowhere]],
      [1, /^There is no such platform holder/, ['staff', 'deactivate', 'a@b.example', '--holder', nowhere, '--yes']],
      [1, /^There is no such platform holder/, ['holder', 'networks', 'clear', nowhere, '--yes']],
      [1, /^The e-mail address must be one such as/, ['staff', 'invite', 'nobody', '--holder', holder.id]],
      [
        64,
        /Allowed choices are owner, admin, scheduler, viewer, integrator/,
        ['staff', 'invite', 'a@b.example', '--holder', holder.id, '--role', 'boss'],
      ],
      [64, /required option '--holder/, ['staff', 'deactivate', 'a@b.example', '--yes']],
      [64, /missing required argument 'id'/, ['holder', 'networks', 'clear']],
    ] as const) {
      const refused = await tijdig(...args)
      assert.deepEqual([args.join(' '), refused.code, refused.stdout], [args.join(' '), code, ''])
      assert.match(refused.stderr, message)
    }
    for (const [says, args] of [
      [/--role <role>[^]*owner[^]*--no-mail/, ['staff', 'invite']],
      [/an invitation that was not\s+answered[^]*--yes/, ['staff', 'deactivate']],
      [/in from everywhere[^]*--yes/, ['holder', 'networks', 'clear']],
    ] as const) {
      const help = await tijdig(...args, '--help')
      assert.equal(help.code, 0)
      assert.match(help.stdout, says)
    }
  })
})
