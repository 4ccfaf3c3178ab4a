import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainAddress, readNetwork } from './network.ts'

test('an address is known by one text: IPv4 within IPv6 is IPv4, zones are left out, and what is none is none', () => {
  for (const [address, plain] of [
    ['192.0.2.17', '192.0.2.17'],
    ['::ffff:192.0.2.17', '192.0.2.17'],
    ['::FFFF:c000:0211', '192.0.2.17'],
    ['0:0:0:0:0:ffff:c000:211', '192.0.2.17'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['unknown', null],
    ['', null],
    ['192.0.2', null],
    ['192.0.2.017', null],
  ] as const)
    assert.equal(plainAddress(address), plain, address)
})

test('a network is an address with or without a prefix, and nothing else', () => {
  for (const [text, network] of [
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['192.0.2.17', '192.0.2.17/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['2001:DB8::1', '2001:DB8::1/128'],
    ['::/0', '::/0'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['::ffff:c000:201', '192.0.2.1/32'],
    ['::ffff:192.0.2.0/95', null],
    ['192.0.2.0/33', null],
    ['2001:db8::/129', null],
    ['192.0.2.0/', null],
    ['192.0.2.0/24/24', null],
    ['192.0.2', null],
    ['fe80::1%eth0', null],
    ['example.org', null],
    [' 192.0.2.0/24', null],
    ['192.0.2.0/-1', null],
    ['1:2', null],
    ['', null],
  ] as const)
    assert.equal(readNetwork(text), network, text)
})
