import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { user } from '../../scripts/image/layers.ts'
import { imageEnvironment, imageName } from '../../scripts/image/image.ts'
import {
  assertKnownVariables,
  bytesOf,
  leastMemory,
  operatorSecrets,
  operatorSettings,
  readDeployed,
  root,
  secondsToStop,
  settingsOf,
} from './deployed.ts'

type Probe = { readonly httpGet: { readonly path: string; readonly port: string } }
type Container = {
  readonly name: string
  readonly image: string
  readonly args: readonly string[]
  readonly envFrom: readonly { readonly secretRef: { readonly name: string } }[]
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly startupProbe?: Probe
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly resources: { readonly limits: { readonly memory: string } }
  readonly securityContext: object
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
}
type Pod = {
  readonly terminationGracePeriodSeconds: number
  readonly automountServiceAccountToken: boolean
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly containers: readonly [Container]
  readonly volumes: readonly {
    readonly name: string
    readonly persistentVolumeClaim?: { readonly claimName: string }
    readonly secret?: { readonly secretName: string; readonly defaultMode: number }
  }[]
}
type Port = { readonly port: number; readonly targetPort?: string; readonly protocol?: string }
type Resource = {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> }
  readonly spec: {
    readonly replicas?: number
    readonly strategy?: { readonly rollingUpdate: object }
    readonly selector?: unknown
    readonly maxUnavailable?: number
    readonly ports?: readonly Port[]
    readonly template?: { readonly metadata: { readonly labels: unknown }; readonly spec: Pod }
    readonly ingress?: readonly { readonly ports: readonly Port[] }[]
    readonly egress?: readonly { readonly ports: readonly Port[] }[]
  }
}

const kustomization = parse(readDeployed('kubernetes/kustomization.yaml')) as {
  resources: string[]
  secretGenerator: { name: string; envs: string[] }[]
  images: { name: string; newName: string; newTag: string }[]
}
const texts = kustomization.resources.map((file) => readDeployed(`kubernetes/${file}`))
const resources = texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Resource))
const ofKind = (kind: string) => resources.filter((one) => one.kind === kind)
const dotEnv = operatorSettings(['TIJDIG_ENVIRONMENT'])
const secrets = operatorSecrets()
after(() => secrets.remove())

describe('the manifests of Kubernetes', () => {
  test('are all listed, name only variables that the product reads, and run our image by the one .env', () => {
    const files = readdirSync(join(root, 'deploy/kubernetes')).filter((file) => file.endsWith('.yaml'))
    assert.deepEqual([...kustomization.resources, 'kustomization.yaml'].sort(), files.sort())
    assertKnownVariables(texts.join('\n'))
    assert.deepEqual(kustomization.secretGenerator, [
      { name: 'tijdig', envs: ['.env'] },
      { name: 'tijdig-secrets', envs: ['secrets.env'] },
    ])
    assert.deepEqual(
      kustomization.images.map(({ newName, newTag }) => `${newName}:${newTag}`),
      [imageName],
    )
  })

  for (const { kind, metadata, spec } of [...ofKind('Deployment'), ...ofKind('Job')]) {
    const { containers, ...pod } = spec.template!.spec
    const [container] = containers
    const env = {
      ...imageEnvironment,
      ...dotEnv,
      ...Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value])),
    }

    test(`${metadata.name} is what a restricted namespace allows, and writes only to its volumes`, () => {
      assert.deepEqual(
        { ...pod.securityContext, ...container.securityContext },
        {
          runAsNonRoot: true,
          runAsUser: user,
          runAsGroup: user,
          fsGroup: user,
          fsGroupChangePolicy: 'OnRootMismatch',
          seccompProfile: { type: 'RuntimeDefault' },
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      )
      assert.equal(pod.automountServiceAccountToken, false)
      assert.deepEqual([container.image, container.envFrom], ['tijdig', [{ secretRef: { name: 'tijdig' } }]])
      assert.deepEqual(
        container.volumeMounts.map(({ name }) => name),
        pod.volumes.map(({ name }) => name),
      )
      assert.ok(container.volumeMounts.some(({ mountPath }) => mountPath === '/tmp'))
      // The group of the pod may read it, and others may not.
      const held = pod.volumes.find(({ secret }) => secret?.secretName === 'tijdig-secrets')
      assert.equal(held?.secret?.defaultMode, 0o440)
      const path = container.env?.find(({ name }) => name === 'CREDENTIALS_DIRECTORY')?.value
      assert.ok(container.volumeMounts.some(({ name, mountPath }) => name === held?.name && mountPath === path))
      const claims = pod.volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [])
      const claimed = new Set(ofKind('PersistentVolumeClaim').map((claim) => claim.metadata.name))
      assert.ok(claims.every((claim) => claimed.has(claim)))
    })

    if (kind === 'Job') continue
    test(`${metadata.name}: settings, ports, probes and limits are those of the product`, () => {
      const [command, option, role = ''] = container.args
      assert.deepEqual([command, option, `tijdig-${role}`], ['serve', '--roles', metadata.name])
      const settings = settingsOf(role, { ...env, CREDENTIALS_DIRECTORY: secrets.folder })
      const { api, login, admin } = settings.ports
      const port = { api, login }[role]
      assert.deepEqual(container.ports, [
        ...(port ? [{ name: 'http', containerPort: port }] : []),
        { name: 'admin', containerPort: admin },
      ])
      const asks = port ? 'http' : 'admin'
      for (const probe of [container.startupProbe, container.livenessProbe])
        assert.deepEqual(probe?.httpGet, { path: '/healthz', port: asks })
      assert.deepEqual(container.readinessProbe?.httpGet, port && { path: '/readyz', port: 'http' })
      assert.ok(pod.terminationGracePeriodSeconds >= secondsToStop(settings))
      assert.ok(bytesOf(container.resources.limits.memory) > leastMemory[role as keyof typeof leastMemory])
      const needed = { api: settings.keptWeb, worker: settings.erasureJournal }[role]
      if (needed) assert.ok(container.volumeMounts.some(({ mountPath }) => needed.startsWith(mountPath)))
      assert.deepEqual([spec.replicas, spec.strategy?.rollingUpdate], [2, { maxUnavailable: 0, maxSurge: 1 }])

      const labels = { app: 'tijdig', role }
      assert.deepEqual([spec.selector, spec.template?.metadata.labels], [{ matchLabels: labels }, labels])
      const budget = ofKind('PodDisruptionBudget').find(({ spec }) => matches(spec.selector, { matchLabels: labels }))
      assert.equal(budget?.spec.maxUnavailable, 1)
      const service = ofKind('Service').find(({ spec }) => matches(spec.selector, labels))
      assert.deepEqual(service?.spec.ports, port && [{ name: 'http', port: 80, targetPort: 'http' }])
    })
  }

  test('the network lets in what the processes listen on, and out to databases, names, mail and the web', () => {
    const { ports } = settingsOf('login', {
      ...imageEnvironment,
      ...dotEnv,
      CREDENTIALS_DIRECTORY: secrets.folder,
    })
    const [{ spec } = assert.fail('there is no policy')] = ofKind('NetworkPolicy')
    const portsOf = (rules: typeof spec.ingress) => rules?.flatMap((rule) => rule.ports.map(({ port }) => port))
    assert.deepEqual(portsOf(spec.ingress), [ports.api, ports.login, ports.admin])
    assert.deepEqual(portsOf(spec.egress), [53, 53, 5432, 6432, 25, 465, 587, 443])
  })
})

function matches(one: unknown, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
