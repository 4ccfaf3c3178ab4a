import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBlock } from './address-block.ts'

test('addresses of one customer count together: /24 of IPv4, /56 of IPv6', () => {
  assert.equal(addressBlock('192.0.2.17'), '192.0.2.0/24')
  assert.equal(addressBlock('::ffff:192.0.2.200'), '192.0.2.0/24')
  assert.equal(addressBlock('2001:db8:12:3456:789a::1'), '2001:db8:12:3400::/56')
  assert.equal(addressBlock('2001:0DB8:0012:34ff::'), '2001:db8:12:3400::/56')
  assert.equal(addressBlock('2001:db8::1'), '2001:db8:0:0::/56')
  assert.equal(addressBlock('::1'), '0:0:0:0::/56')
  assert.equal(addressBlock('fe80::1%eth0'), 'fe80:0:0:0::/56')
  assert.equal(addressBlock('64:ff9b::192.0.2.33'), '64:ff9b:0:0::/56')
  assert.notEqual(addressBlock('2001:db8:12:3456::1'), addressBlock('2001:db8:12:3556::1'))
})
