import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { atEnd } from '../crash/at-end.ts'
import { freePorts } from '../postgres.ts'

const run = promisify(execFile)

// Debian installs them outside the usual PATH.
const path = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`

/** The ports of two processes of each role. */
export type Behind = { readonly apis: readonly [number, number]; readonly logins: readonly [number, number] }

/** How a proxy is started with the sample of `examples/proxy`, in a folder of its own. */
export type Proxy = {
  readonly name: string
  readonly sample: string
  /** The sample, with what stands there for a real place replaced. */
  changed(sample: string, place: Place): string
  command(place: Place): readonly string[]
}

type Place = {
  readonly folder: string
  readonly port: number
  readonly certificate: string
  readonly key: string
  /** Both in one file. */
  readonly pair: string
}

export const nginx: Proxy = {
  name: 'nginx',
  sample: 'nginx.conf',
  changed: (sample, { folder, port, certificate, key }) => `
daemon off; user root; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http {
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${sample
  .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
  .replaceAll('/etc/ssl/tijdig/fullchain.pem', certificate)
  .replaceAll('/etc/ssl/tijdig/privkey.pem', key)
  .replaceAll('/var/log/nginx/tijdig.log', `${folder}/access.log`)
  .replaceAll('fail_timeout=10s', `fail_timeout=${failTimeoutSeconds}s`)}
}`,
  command: ({ folder }) => ['nginx', '-p', folder, '-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`],
}

export const caddy: Proxy = {
  name: 'Caddy',
  sample: 'Caddyfile',
  // The certificates of the test instead of ones that Caddy fetches.
  changed: (sample, { port, certificate, key }) =>
    `{\n\tadmin off\n\tauto_https off\n}\n${sample.replaceAll(
      /^(afspraken|inloggen)\.example \{$/gm,
      `https://$1.example:${port} {\n\ttls ${certificate} ${key}`,
    )}`,
  command: ({ folder }) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`],
}

export const haproxy: Proxy = {
  name: 'HAProxy',
  sample: 'haproxy.cfg',
  changed: (sample, { port, pair }) =>
    sample.replace('bind :443 ssl crt /etc/ssl/tijdig/', `bind 127.0.0.1:${port} ssl crt ${pair}`),
  command: ({ folder }) => ['haproxy', '-db', '-f', `${folder}/haproxy.cfg`],
}

/** nginx leaves a process out for as long after a refusal; the sample has ten seconds. */
export const failTimeoutSeconds = 2

/** Whether the program is installed. */
export async function isInstalled({ command }: Proxy): Promise<boolean> {
  const [program = ''] = command({ folder: '', port: 0, certificate: '', key: '', pair: '' })
  return run('which', [program], { env: { PATH: path } }).then(
    () => true,
    () => false,
  )
}

/** Starts a proxy before two processes of each role. @returns its port, for HTTPS, and what it wrote so far */
export async function startProxy(
  t: TestContext,
  proxy: Proxy,
  { apis, logins }: Behind,
): Promise<{ readonly port: number; readonly certificate: Buffer; output(): string }> {
  const [port = 0] = await freePorts(1)
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-proxy-'))
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  const place = { folder, port, ...(await makeCertificate(folder)) }
  const sample = await readFile(new URL(`../../examples/proxy/${proxy.sample}`, import.meta.url), 'utf8')
  const ports = { 4000: apis[0], 4010: apis[1], 4001: logins[0], 4011: logins[1] }
  const changed = proxy.changed(sample, place)
  await writeFile(
    join(folder, proxy.sample),
    changed.replaceAll(
      /127\.0\.0\.1:(4000|4010|4001|4011)\b/g,
      (_, known: keyof typeof ports) => `127.0.0.1:${ports[known]}`,
    ),
  )
  const [program = '', ...args] = proxy.command(place)
  // Caddy keeps what it knows at home.
  const child = spawn(program, args, {
    env: { PATH: path, HOME: folder },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  atEnd(t, async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  })
  return { port, certificate: await readFile(place.certificate), output: () => output }
}

/** A certificate for both names that signs itself. */
async function makeCertificate(folder: string) {
  const [certificate, key, pair] = ['fullchain.pem', 'privkey.pem', 'pair/tijdig.pem'].map((name) => join(folder, name))
  if (!certificate || !key || !pair) throw new Error('Each file has a name')
  const names = 'subjectAltName=DNS:afspraken.example,DNS:inloggen.example'
  const subject = ['-subj', '/CN=afspraken.example', '-addext', names, '-days', '2']
  const made = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
  ]
  await run('openssl', ['req', '-x509', ...made, ...subject])
  await mkdir(join(folder, 'pair'))
  await writeFile(pair, Buffer.concat([await readFile(certificate), await readFile(key)]))
  return { certificate, key, pair }
}
