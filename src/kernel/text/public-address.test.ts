import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress } from './public-address.ts'

test('addresses of this machine, of private networks and of special purposes are not public, however they are written', () => {
  for (const address of [
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fe80::1%eth0',
    'ff02::1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])
    assert.equal(isPublicAddress(address), false, address)
})

test('addresses on the internet are public', () => {
  for (const address of ['8.8.8.8', '172.32.0.1', '192.169.0.1', '17.248.1.1', '2a00:1450:400e::1', '[2606:4700::1]'])
    assert.equal(isPublicAddress(address), true, address)
})
