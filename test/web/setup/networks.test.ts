import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainAddress, readNetwork as readOnServer } from '#/kernel/text/network.ts'
import { overlap, readNetwork } from '#web/portal/setup/networks/network.ts'
import { isOutside } from '#web/portal/setup/networks/outside.ts'

test('what the page takes for a network the server does, and the other way round', () => {
  for (const text of [
    '192.0.2.0/24',
    '192.0.2.17',
    '192.0.2.017',
    '192.0.2.256',
    '192.0.2.0/33',
    '0.0.0.0/0',
    '::/0',
    '::1',
    '2001:DB8::1/32',
    '2001:db8::/129',
    '2001:db8:::1',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7:8:9',
    '::ffff:192.0.2.0/120',
    '::ffff:192.0.2.0/95',
    '::ffff:c000:201',
    '::192.0.2.1',
    'fe80::1%eth0',
    '192.0.2.0/',
    'example.org',
    '12',
    '',
  ])
    assert.equal(readNetwork(text) === null, readOnServer(text) === null, text)
})

test('IPv4 within IPv6 is IPv4, and an address lies in its networks and in no other', () => {
  assert.deepEqual(readNetwork('::ffff:192.0.2.1'), readNetwork(plainAddress('::ffff:192.0.2.1') ?? ''))
  const isWithin = (one: string, other: string) => {
    const [first, second] = [readNetwork(one), readNetwork(other)]
    assert.ok(first && second)
    return overlap(first, second)
  }
  for (const [network, address] of [
    ['192.0.2.99/24', '192.0.2.17'],
    ['0.0.0.0/0', '192.0.2.17'],
    ['2001:db8::/32', '2001:db8:ffff::1'],
    ['::/0', '::1'],
  ] as const)
    assert.ok(isWithin(network, address) && isWithin(address, network), network)
  for (const [network, address] of [
    ['192.0.2.0/24', '192.0.3.0'],
    ['::/0', '192.0.2.17'],
    ['0.0.0.0/0', '::1'],
    ['2001:db8::/32', '2001:db9::1'],
  ] as const)
    assert.ok(!isWithin(network, address), network)
  assert.equal(isOutside('192.0.2.17', []), false)
  assert.equal(isOutside('192.0.2.17', ['nothing']), false)
  assert.equal(isOutside('192.0.2.17', ['nothing', ' 192.0.3.0/24 ']), true)
})
