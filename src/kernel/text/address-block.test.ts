import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBlock, callerBlock, customerBlock } from './address-block.ts'

const customer = (address: string) => addressBlock(address, customerBlock)
const caller = (address: string) => addressBlock(address, callerBlock)

test('addresses of one customer count together: /24 of IPv4, /56 of IPv6', () => {
  assert.equal(customer('192.0.2.17'), '192.0.2.0/24')
  assert.equal(customer('::ffff:192.0.2.200'), '192.0.2.0/24')
  assert.equal(customer('2001:db8:12:3456:789a::1'), '2001:db8:12:3400::/56')
  assert.equal(customer('2001:0DB8:0012:34ff::'), '2001:db8:12:3400::/56')
  assert.equal(customer('2001:db8::1'), '2001:db8:0:0::/56')
  assert.equal(customer('::1'), '0:0:0:0::/56')
  assert.equal(customer('fe80::1%eth0'), 'fe80:0:0:0::/56')
  assert.equal(customer('64:ff9b::192.0.2.33'), '64:ff9b:0:0::/56')
  assert.notEqual(customer('2001:db8:12:3456::1'), customer('2001:db8:12:3556::1'))
})

test('callers without a credential count by the address of IPv4, and by the /64 of IPv6', () => {
  assert.equal(caller('192.0.2.17'), '192.0.2.17')
  assert.equal(caller('::ffff:192.0.2.17'), '192.0.2.17')
  assert.equal(caller('2001:db8:12:3456:789a::1'), '2001:db8:12:3456::/64')
  assert.equal(caller('2001:db8:12:3456::2'), '2001:db8:12:3456::/64')
  assert.notEqual(caller('2001:db8:12:3457::2'), caller('2001:db8:12:3456::2'))
  assert.equal(caller('no address'), 'no address')
})

test('of a program is kept no more than its network: /24 of IPv4, /48 of IPv6', () => {
  const network = (address: string) => addressBlock(address, { ipv4: 24, ipv6: 48 })
  assert.equal(network('192.0.2.17'), '192.0.2.0/24')
  assert.equal(network('2001:db8:12:3456:789a::1'), '2001:db8:12:0::/48')
})
