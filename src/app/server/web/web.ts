import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#/kernel/errors.ts'
import { ConfigurationError } from '#/app/settings/read-settings.ts'
import { filesOf, type Files } from './files.ts'
import { keepBuild, keptBuilds } from './kept-builds.ts'
import type { ServerOptions } from '#/app/server/http-server.ts'

export type WebOptions = {
  readonly hasDemo: boolean
  /** Origin recipients sign in at, which their app may call. */
  readonly loginUrl: string
  /** Where the portal speaks with the voice agent; null when there is none. */
  readonly conversationOrigin: string | null
}

/** Written by scripts/build-web.ts, which `npm start` and `npm test` run. */
const built = fileURLToPath(new URL('../../../../web/dist', import.meta.url))
/** Where that script puts what it replaces. */
const keptBesideBuilt = fileURLToPath(new URL('../../../../web/kept', import.meta.url))

/** Which app answers at an address; the app decides what it shows there. */
const addresses = {
  portal: [
    '/sign-in',
    '/welcome',
    '/welcome/*',
    '/today',
    '/appointments',
    '/appointments/*',
    '/requests',
    '/requests/*',
    '/delivery',
    '/setup',
    '/setup/*',
    '/account',
    '/account/*',
    '/voice',
    '/voice/*',
    '/help',
    '/test-inbox',
  ],
  recipient: ['/a/:appointmentId', '/my', '/my/*'],
  'recipient/message': ['/m/:token'],
  demo: ['/demo'],
  /** Of the API, for developers. */
  reference: ['/reference', '/reference/'],
} as const

/**
 * The files of the web apps, and those that pages of earlier builds may still ask for.
 *
 * @param kept folder in which builds are kept from one release to the next; null for that of the builds made here
 * @throws ConfigurationError when they have not been built, or cannot be kept
 */
export function builtWeb(kept: string | null): Files {
  if (!existsSync(join(built, 'portal/index.html')))
    throw new ConfigurationError(['The web apps are not built: run `npm run web:build`.'])
  if (kept !== null) keepBuild(built, kept)
  return filesOf(built, () => keptBuilds(kept ?? keptBesideBuilt))
}

/**
 * The web apps: pages without personal data, and their files. They never query the database and are not rate-limited.
 */
export async function serveWeb(app: FastifyInstance, options: WebOptions, files: Files): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, anonymousCalls: 'none' }
    })
    scope.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
      // Names of these files change with their content.
      const sent = files.send(request, reply, `assets/${request.params['*']}`)
      if (sent === undefined) throw new AppError('NOT_FOUND', { message: goneMessage })
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return sent
    })
    for (const name of ['portal', 'recipient', 'recipient/message', 'demo', 'reference'] as const) {
      if (name === 'demo' && !options.hasDemo) continue
      const headers = pageHeaders(options, name)
      for (const url of addresses[name])
        scope.get(url, (request, reply) => sendPage(files, request, reply.headers(headers), `${name}/index.html`))
    }
    const icons = ['favicon.svg', 'icon-192.png', 'icon-512.png', 'icon-maskable-512.png']
    for (const file of [...icons, 'robots.txt', 'app.webmanifest', 'offline.css'])
      scope.get(`/${file}`, (request, reply) => sendPage(files, request, reply, file))
    // Browsers ask for this on a page that names no icon, such as the reference.
    scope.get('/favicon.ico', (request, reply) => sendPage(files, request, reply, 'favicon.svg'))
    // The service worker needs the policy too: without it, it may fetch nothing.
    for (const file of ['offline.html', 'sw.js'])
      scope.get(`/${file}`, (request, reply) =>
        sendPage(files, request, reply.headers(pageHeaders(options, 'demo')), file),
      )
    const start = options.hasDemo ? '/demo' : '/sign-in'
    scope.get('/', async (_, reply) => reply.header('cache-control', 'no-store').redirect(start))
  })
}

/** The portal where a mistyped address leads: it says that nothing is there, and where to go on. */
export function notFoundPage(options: WebOptions, files: Files): NonNullable<ServerOptions['notFoundPage']> {
  return {
    isFor: ({ method, url, headers }) =>
      method === 'GET' && (headers.accept?.includes('text/html') ?? false) && !ofPrograms.test(url),
    send: (request, reply) =>
      sendFile(
        files,
        request,
        reply.code(404).headers({ ...pageHeaders(options, 'portal'), 'cache-control': 'no-store' }),
        'portal/index.html',
      ),
  }
}

const goneMessage = 'This file belongs to a version that is no longer kept. Reload the page to get the present one.'

/** Addresses that only programs call. */
const ofPrograms = /^\/(api|assets|auth|mcp|webhooks)(?![\w-])/

/** A file whose name stays the same: browsers revalidate it each time. */
function sendPage(files: Files, request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> {
  return sendFile(files, request, reply.header('cache-control', 'no-cache'), file)
}

function sendFile(files: Files, request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> {
  const sent = files.send(request, reply, file)
  if (sent === undefined) throw new Error(`The web lacks ${file}`)
  return sent
}

function pageHeaders(options: WebOptions, app: keyof typeof addresses): Record<string, string> {
  const { hasDemo, loginUrl, conversationOrigin } = options
  const elsewhere = {
    portal: conversationOrigin,
    recipient: new URL(loginUrl).origin,
    'recipient/message': null,
    demo: null,
    reference: null,
  }[app]
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // docs/decisions/0011-styles-of-the-reference.md says why.
    `style-src 'self' ${app === 'reference' ? "'unsafe-inline'" : touchStyle}`,
    "font-src 'self' data:",
    "img-src 'self' data:",
    `connect-src 'self'${elsewhere === null ? '' : ` ${elsewhere}`}`,
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    // The demo shows both apps side by side.
    `frame-ancestors ${hasDemo ? "'self'" : "'none'"}`,
  ]
  // Only the reference is for search engines.
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    // Voice needs the microphone; nothing needs the rest.
    'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
    ...(app === 'reference' ? {} : { 'x-robots-tag': 'noindex' }),
  }
}

/** The one style that the component library writes into the page, for `touch-action` of what can be pressed. */
const touchStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"
