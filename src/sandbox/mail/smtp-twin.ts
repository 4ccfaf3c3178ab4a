import { SMTPServer, type SMTPServerSession } from 'smtp-server'

import { bounceMail, type Bounce } from './bounce-mail.ts'
import type { FaultMode } from '#/sandbox/faults.ts'
import { isLoopbackAddress } from '#/kernel/text/loopback.ts'
import { deliverReceipts, inBackground, type TwinWorld } from '#/sandbox/twin-world.ts'

export type SmtpTwin = { readonly url: string; stop(): Promise<void> }

/** Local parts that decide what happens, whatever the domain; a `+tag` does not count. */
const magicLocalParts = {
  bounce: { action: 'failed', status: '5.1.1', diagnostic: '550 5.1.1 The mailbox does not exist' },
  delayed: { action: 'delayed', status: '4.4.1', diagnostic: '451 4.4.1 The server does not answer' },
} as const satisfies Record<string, Pick<Bounce, 'action' | 'status' | 'diagnostic'>>

const refusedLocalParts: Readonly<Record<string, SmtpRefusal>> = {
  reject: { responseCode: 550, text: '5.1.1 No such mailbox' },
  full: { responseCode: 452, text: '4.2.2 The mailbox is full' },
}

type SmtpRefusal = { readonly responseCode: number; readonly text: string }

/** A real SMTP server with DSN (RFC 3461) that lists what it accepts and bounces mail to magic addresses. */
export async function smtpTwin(world: TwinWorld): Promise<SmtpTwin> {
  const faults = new WeakMap<SMTPServerSession, FaultMode | null>()
  const server = new SMTPServer({
    name: 'sandbox.invalid',
    banner: 'sandbox',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    hideDSN: false,
    disableReverseLookup: true,
    logger: false,
    size: 10 * 1024 * 1024,
    // Longer than any caller waits, so that the fault `timeout` stays silent to the end.
    socketTimeout: 600_000,
    closeTimeout: 50,
    onConnect: (session, done) =>
      isLoopbackAddress(session.remoteAddress)
        ? done()
        : done(refused({ responseCode: 554, text: 'Loopback callers only' })),
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? '' }),
    onRcptTo(address, session, done) {
      const fault = world.faults.take('smtp', address.address.toLowerCase(), 'send')
      faults.set(session, fault)
      if (fault === 'blackhole') return
      const refusal = refusalOf(address.address, fault)
      if (refusal) done(refused(refusal))
      else done()
    },
    onData(stream, session, done) {
      const fault = faults.get(session) ?? null
      inBackground(world, receive(world, stream, session, fault, done))
    },
  })
  server.on('error', (error) => world.options.log.warn({ error: String(error) }, 'smtp twin'))
  const { host } = world.options
  const port = await listeningPort(server, host, world.options.smtpPort)
  return {
    url: `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function listeningPort(server: SMTPServer, host: string, wanted: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(wanted, host, resolve)
  })
  const bound = server.server.address()
  return typeof bound === 'object' && bound ? bound.port : wanted
}

function refusalOf(address: string, fault: FaultMode | null): SmtpRefusal | null {
  if (fault === 'error') return { responseCode: 452, text: '4.3.1 Insufficient system storage' }
  if (fault === 'refuse') return { responseCode: 550, text: '5.7.1 Refused' }
  return refusedLocalParts[localPart(address)] ?? null
}

function refused({ responseCode, text }: SmtpRefusal): Error {
  return Object.assign(new Error(text), { responseCode })
}

function localPart(address: string): string {
  return address.split('@')[0]?.split('+')[0]?.toLowerCase() ?? ''
}

/** Accepts a mail and answers, unless the fault withholds the answer. */
async function receive(
  world: TwinWorld,
  stream: AsyncIterable<Buffer>,
  session: SMTPServerSession,
  fault: FaultMode | null,
  done: (error?: Error) => void,
): Promise<void> {
  try {
    await takeOn(world, stream, session, fault)
  } catch (error) {
    done(refused({ responseCode: 451, text: '4.3.0 Local error' }))
    throw error
  }
  if (fault === 'slow') await world.courier.wait(world.timings.slowMs)
  if (fault !== 'timeout') done()
}

async function takeOn(
  world: TwinWorld,
  stream: AsyncIterable<Buffer>,
  session: SMTPServerSession,
  fault: FaultMode | null,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const raw = Buffer.concat(chunks)
  const { mailFrom, rcptTo, dsn } = session.envelope
  const envelopeFrom = mailFrom ? mailFrom.address : ''
  const to = rcptTo.map((recipient) => recipient.address)
  await world.inbox.addMail({ to, envelopeFrom, raw })
  const originalMessageId = /^Message-ID:\s*(<[^>]+>)/im.exec(raw.toString('latin1'))?.[1] ?? null
  const envelopeId = dsn?.envid ?? null
  for (const recipient of to)
    inBackground(world, deliverBounce(world, { envelopeFrom, recipient, envelopeId, originalMessageId }, fault))
}

async function deliverBounce(
  world: TwinWorld,
  mail: Pick<Bounce, 'envelopeFrom' | 'recipient' | 'envelopeId' | 'originalMessageId'>,
  fault: FaultMode | null,
): Promise<void> {
  const local = localPart(mail.recipient)
  const url = world.options.bounceUrl
  // Never a notification about a notification (RFC 5321, section 4.5.5).
  if (!mail.envelopeFrom || !Object.hasOwn(magicLocalParts, local)) return
  const outcome = local === 'bounce' ? magicLocalParts.bounce : magicLocalParts.delayed
  // A server that gives up has usually reported a delay before.
  const steps = fault === 'receipt_reordered' ? [magicLocalParts.delayed, outcome] : [outcome]
  const at = await world.options.clock.now()
  await deliverReceipts(world, fault, steps, (step) =>
    world.courier.post({
      url,
      headers: { 'content-type': 'message/rfc822' },
      body: bounceMail({ ...mail, ...step, at }),
    }),
  )
}
