import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test, type TestContext } from 'node:test'
import { callApi, eventually, signIn, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { readIntegration, staffOf, startAuthorization } from '../../integration-world.ts'
import { radicaleUser, startRadicale, type Radicale } from '../../radicale.ts'

let product: TestProduct
let radicale: Radicale | null
before(async () => {
  ;[product, radicale] = await Promise.all([startTestProduct(), startRadicale()])
})
after(async () => {
  await Promise.all([product?.stop(), radicale?.stop()])
})

test('a CalDAV server is connected by our own page, after its calendars were listed with what was filled in', async (t) => {
  if (!radicale) return t.diagnostic('Radicale cannot be installed here: the adapter has recorded answers of its own.')
  await radicale.createCalendar('Spreekuur')
  const holder = await product.createHolder()
  const url = await startAuthorization(holder, 'caldav')
  assert.equal(url.origin, product.baseUrl)
  const headers = await staffOf(product, holder)
  const form = await fetch(url, { headers })
  const html = await form.text()
  assert.match(
    html,
    /name="serverUrl"[\s\S]*name="username"[\s\S]*name="appPassword"[\s\S]*href="\/setup\/integrations"/,
  )
  assert.match(form.headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self'/)
  assert.equal(form.headers.get('referrer-policy'), 'same-origin')

  const server = { serverUrl: radicale.url, ...radicaleUser }
  const wrong = await post(url, { ...server, appPassword: 'not-this-one' }, headers)
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /neemt deze gebruikersnaam/)
  assert.ok(wrong.text.includes(radicaleUser.username) && !wrong.text.includes('not-this-one'))
  assert.equal((await readIntegration(holder, 'caldav')).connection.status, 'authorization_pending')

  const right = await post(url, server, headers)
  assert.equal(right.status, 200, right.text)
  const { connection } = await readIntegration(holder, 'caldav')
  assert.deepEqual(
    [connection.status, connection.accountLabel, connection.grantedScopes],
    ['connected', 'b•••@praktijk.example', []],
  )
  assert.ok(connection.calendars.some((calendar: { selected: boolean }) => calendar.selected))
  assert.equal((await post(url, server, headers)).status, 400, 'a state counts once')
  assert.ok(!product.logLines.join('\n').includes(radicaleUser.appPassword))
})

test('addresses that are no https, and what only looks local, are refused without being called', async () => {
  const holder = await product.createHolder()
  const url = await startAuthorization(holder, 'caldav')
  const staff = await staffOf(product, holder)
  for (const serverUrl of [
    '',
    'cal.example',
    'ftp://cal.example/',
    'file:///etc/passwd',
    'http://cal.example/',
    'http://10.0.0.1/',
    'http://127.0.0.1.evil.example/',
    'https://user:secret@cal.example/',
  ]) {
    const page = await post(url, { serverUrl, ...radicaleUser }, staff)
    assert.equal(page.status, 422, serverUrl)
    assert.match(page.text, /begint met https/)
  }
  const script = await post(url, { serverUrl: '"><script>alert(1)</script>', ...radicaleUser }, staff)
  assert.ok(!script.text.includes('<script>'))
})

test('the password goes nowhere but to the address that was typed, until another one is confirmed', async (t) => {
  const holder = await product.createHolder()
  const url = await startAuthorization(holder, 'caldav')
  const staff = await staffOf(product, holder)
  const home = await davServer(t, ({ path }) => (path === '/home/' ? calendarHome : { href: '/home/' }))
  const front = {
    byRedirect: await davServer(t, () => ({ location: `${home.url}/` })),
    byPrincipal: await davServer(t, () => ({ href: `${home.url}/home/` })),
    byHome: await davServer(t, ({ path, body }) => {
      if (body.includes('calendar-home-set'))
        return { href: `${home.url}/home/`, property: 'calendar-home-set', of: path }
      return { href: '/me/' }
    }),
  }
  for (const [way, { url: serverUrl, calls }] of Object.entries(front)) {
    const page = await post(url, { serverUrl, ...radicaleUser }, staff)
    assert.equal(page.status, 422, way)
    assert.match(page.text, /verwijst naar het adres dat hier nu staat/, way)
    assert.ok(page.text.includes(`value="${home.url}/`), page.text)
    assert.ok(!page.text.includes(radicaleUser.appPassword))
    assert.ok(calls.length > 0)
  }
  assert.deepEqual(home.calls, [], 'nothing was sent there')
  const confirmed = await post(url, { serverUrl: `${home.url}/home/`, ...radicaleUser }, staff)
  assert.equal(confirmed.status, 200, confirmed.text)
  const { connection } = await readIntegration(holder, 'caldav')
  assert.deepEqual(
    connection.calendars.map(({ calendarId }: { calendarId: string }) => calendarId),
    [`${home.url}/home/agenda/`],
    'a calendar that is listed at another origin is left out',
  )
})

test('one attempt at a time: while a server is being asked, the same form calls no other', async (t) => {
  const waiting: ServerResponse[] = []
  const server = createServer((_, response) => waiting.push(response)).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const holder = await product.createHolder()
  const url = await startAuthorization(holder, 'caldav')
  const staff = await staffOf(product, holder)
  const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const attempt = () => post(url, { serverUrl, ...radicaleUser }, staff)
  const first = attempt()
  await eventually(async () => waiting.length === 1)
  const others = await Promise.all(Array.from({ length: 5 }, attempt))
  for (const { status, text } of others) assert.deepEqual([status, /poging loopt nog/.test(text)], [422, true])
  assert.equal(waiting.length, 1)
  server.on('request', (_, response) => response.writeHead(401).end())
  waiting[0]?.writeHead(401).end()
  assert.match((await first).text, /neemt deze gebruikersnaam/)
  assert.match((await attempt()).text, /neemt deze gebruikersnaam/, 'then it can be tried again')
})

test('the form counts only from our own page, in the session that started it, and for CalDAV', async () => {
  const holder = await product.createHolder()
  const cookie = await signIn(product, holder.staffEmail)
  const url = await startBySession(holder, cookie)
  const fields = { serverUrl: 'https://cal.example', ...radicaleUser }
  for (const origin of ['null', 'https://evil.example', `${product.baseUrl}.evil.example`])
    assert.equal((await post(url, fields, { cookie, origin })).status, 403, origin)
  const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie } })
  assert.equal(status, 403, 'without an Origin')
  assert.equal((await fetch(url)).status, 403)
  assert.equal((await post(url, fields)).status, 403)
  assert.equal((await fetch(url, { headers: { cookie } })).status, 200)

  const state = (await startAuthorization(holder, 'google_calendar')).searchParams.get('state')
  assert.equal((await fetch(`${product.baseUrl}/integrations/caldav/${state}`, { headers: { cookie } })).status, 400)
  assert.equal((await fetch(`${product.baseUrl}/integrations/caldav/${'x'.repeat(43)}`)).status, 400)
})

type DavAnswer =
  | { readonly location: string }
  | { readonly href: string; readonly property?: string; readonly of?: string }
  | string

/** A CalDAV server that answers each path as the test decides, and records the calls. */
async function davServer(t: TestContext, answer: (asked: { path: string; body: string }) => DavAnswer) {
  const calls: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      calls.push(`${request.method} ${request.url}`)
      const said = answer({ path: request.url ?? '', body })
      if (typeof said === 'object' && 'location' in said)
        return response.writeHead(301, { location: said.location }).end()
      const xml = typeof said === 'string' ? said : multistatus(request.url ?? '', said)
      return response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' }).end(xml)
    })
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls }
}

const multistatus = (
  of: string,
  { href, property = 'current-user-principal' }: { href: string; property?: string },
) => {
  const prefix = property === 'calendar-home-set' ? 'C:' : ''
  return `<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>${of}</href><propstat><prop>
    <${prefix}${property}><href>${href}</href></${prefix}${property}></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`
}

/** Principal, home and calendars of an account in one answer to any question. */
const calendarHome = `<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
  <response><href>/home/</href><propstat><prop><current-user-principal><href>/home/</href></current-user-principal>
    <C:calendar-home-set><href>/home/</href></C:calendar-home-set></prop><status>HTTP/1.1 200 OK</status></propstat></response>
  ${['/home/agenda/', 'https://elsewhere.example/agenda/']
    .map(
      (href) => `<response><href>${href}</href><propstat><prop><resourcetype><collection/><C:calendar/></resourcetype>
    <displayname>Agenda</displayname></prop><status>HTTP/1.1 200 OK</status></propstat></response>`,
    )
    .join('')}</multistatus>`

async function post(url: URL, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: product.baseUrl, ...headers },
  })
  return { status: response.status, text: await response.text() }
}

async function startBySession(holder: TestHolder, cookie: string): Promise<URL> {
  const { id } = await readIntegration(holder, 'caldav')
  const url = `${product.baseUrl}/api/v1/platform-holders/${holder.id}/integrations/${id}/authorization`
  const headers = { cookie, origin: product.baseUrl, 'x-service-csrf': '1' }
  const { body } = await callApi(url, 'POST', { clientRequestId: randomUUID() }, headers)
  return new URL(body.data.authorizationUrl)
}
