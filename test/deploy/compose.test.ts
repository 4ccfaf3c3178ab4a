import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { parse } from 'yaml'
import { imageEnvironment, imageName } from '../../scripts/image/image.ts'
import { oldestServerVersion } from '#/kernel/postgres/connecting/server-version.ts'
import {
  assertKnownVariables,
  bytesOf,
  connectionsOf,
  leastMemory,
  operatorSettings,
  readDeployed,
  root,
  secondsToStop,
  settingsOf,
} from './deployed.ts'
import { production } from '../production-settings.ts'

type Service = {
  readonly image: string
  readonly command: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly deploy?: { readonly replicas: number }
  readonly read_only?: boolean
  readonly tmpfs?: readonly string[]
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly stop_grace_period?: string
  readonly mem_limit?: string
  readonly env_file?: string
}

const text = readDeployed('compose/compose.yaml')
const { services, volumes, networks } = parse(text, { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
  networks: { tijdig: { ipam: { config: { gateway: string }[] } } }
}
const dotEnv = operatorSettings(['TIJDIG_TRUSTED_PROXIES', 'TIJDIG_ENVIRONMENT'])
/** As an operator makes it: with the script, and then what providers gave them. */
const folder = mkdtempSync(join(tmpdir(), 'tijdig-compose-'))
after(() => rmSync(folder, { recursive: true }))
execFileSync(join(root, 'deploy/compose/make-secrets.sh'), { cwd: folder })
for (const name of ['TIJDIG_SMTP_URL', 'TIJDIG_TWILIO_AUTH_TOKENS'])
  writeFileSync(join(folder, 'secrets', name), production[name] ?? '', { mode: 0o400 })
const readSecret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8').trim()
/** Where the processes see it. */
const secretsPath = '/run/secrets/tijdig'
const processes = Object.entries(services).filter(([name]) => name !== 'postgres')
const serving = processes.filter(([name]) => name !== 'migrate')

describe('compose.yaml', () => {
  test('names only variables that the product reads', () => assertKnownVariables(text))

  test('runs PostgreSQL, the migration, the API, the login server and two workers', () => {
    assert.deepEqual(
      Object.entries(services).map(([name, { deploy }]) => `${deploy?.replicas ?? 1} ${name}`),
      ['1 postgres', '1 migrate', '1 api', '1 login', '2 worker'],
    )
    assert.deepEqual(services['migrate']?.command, ['migrate'])
  })

  for (const [name, service] of serving) {
    test(`${name}: settings, ports, health and limits are those of the product`, () => {
      const [command, option, role = ''] = service.command
      assert.deepEqual([command, option, role], ['serve', '--roles', name])
      const environment = environmentOf(service)
      assert.equal(environment['CREDENTIALS_DIRECTORY'], secretsPath)
      const settings = settingsOf(role, { ...environment, CREDENTIALS_DIRECTORY: join(folder, 'secrets') })
      assert.deepEqual(
        settings.trustedProxies,
        networks.tijdig.ipam.config.map(({ gateway }) => gateway),
      )
      const { api, login, admin } = settings.ports
      const port = { api, login }[role]
      assert.deepEqual(service.ports, port && [`127.0.0.1:${port}:${port}`])
      const asked = /http:\/\/127\.0\.0\.1:(\d+)(\/\w+)/.exec(service.healthcheck?.test.at(-1) ?? '')?.slice(1)
      assert.deepEqual(asked, port ? [String(port), '/readyz'] : [String(admin), '/healthz'])
      assert.ok(parseFloat(service.stop_grace_period ?? '') >= secondsToStop(settings))
      assert.ok(bytesOf(service.mem_limit ?? '') > leastMemory[role as keyof typeof leastMemory])
      const needed = { api: settings.keptWeb, worker: settings.erasureJournal }[role]
      const [ofSecrets, ...mounted] = (service.volumes ?? []).map((volume) => volume.split(':'))
      assert.deepEqual(ofSecrets, ['./secrets', secretsPath, 'ro'])
      assert.ok(mounted.every(([volume = '']) => volume in volumes))
      if (needed)
        assert.ok(
          mounted.some(([, path]) => needed.startsWith(path ?? ' ')),
          `${needed} is kept`,
        )
    })
  }

  for (const [name, service] of processes) {
    test(`${name} runs our image, which it cannot change, without privileges, by the one .env`, () => {
      const { image, env_file, read_only, tmpfs, cap_drop, security_opt } = service
      assert.deepEqual(
        { image, env_file, read_only, tmpfs, cap_drop, security_opt },
        {
          image: imageName,
          env_file: '.env',
          read_only: true,
          tmpfs: ['/tmp'],
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
        },
      )
    })
  }

  test('PostgreSQL is new enough, makes the owner and database that the processes name, and has connections for all', () => {
    const postgres = services['postgres']
    assert.ok(Number(postgres?.image.split(':')[1]) >= Number.parseInt(String(oldestServerVersion), 10))
    const most = Number(/max_connections=(\d+)/.exec(postgres?.command.join(' ') ?? '')?.[1])
    const used = serving.reduce((sum, [name, { deploy }]) => sum + connectionsOf(name) * (deploy?.replicas ?? 1), 0)
    assert.ok(used + 20 <= most, `${used} of ${most}`)
    const { username, hostname, port, pathname, password } = new URL(readSecret('DATABASE_URL'))
    assert.deepEqual([username, hostname, port, pathname], ['tijdig', 'postgres', '5432', '/tijdig'])
    assert.equal(readSecret('first-password'), password)
    const passwordFile = postgres?.environment?.['POSTGRES_PASSWORD_FILE']
    assert.ok(postgres?.volumes?.includes(`./secrets/first-password:${passwordFile}:ro`))
    assert.equal(services['migrate']?.volumes?.[0], `./secrets:${secretsPath}`)
    const script = readDeployed('compose/create-owner.sh')
    assert.match(
      script,
      /create role tijdig login createrole password :'password';\ncreate database tijdig owner tijdig;/,
    )
  })
})

/** As compose makes it: of the image, then of .env, then of the service, with variables of .env filled in. */
function environmentOf({ environment = {} }: Service): Record<string, string> {
  const own = Object.entries(environment).map(([name, value]) => [name, filled(value)] as const)
  return { ...imageEnvironment, ...dotEnv, ...Object.fromEntries(own) }
}

function filled(value: string): string {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, byDefault = '') => {
    const given = (dotEnv as Record<string, string>)[name]
    assert.ok(given !== undefined || kind === '-', `${name} is in .env`)
    return given ?? byDefault
  })
}
