import assert from 'node:assert/strict'
import { test } from 'node:test'

import { destinationGuard, isLoopback } from './destination-guard.ts'

const allowedDestinations = ['+31612345678', 'Tester@Example.org']

test('outside production nothing leaves for a host that is not the loopback', () => {
  for (const environment of ['development', 'test', 'beta', 'Production', 'prod', '']) {
    const guard = destinationGuard({ environment, allowedDestinations })
    const refusal = guard.refusal(new URL('https://api.twilio.com'), '+31600000000')
    assert.equal(refusal?.reason, 'test_mode', environment)
    assert.equal(refusal?.permanent, true)
  }
})

test('outside production twins on the loopback and allowed destinations are served', () => {
  const guard = destinationGuard({ environment: 'beta', allowedDestinations })
  assert.equal(guard.refusal(new URL('http://127.0.0.1:4002/twilio'), '+31600000000'), null)
  assert.equal(guard.refusal(new URL('https://api.twilio.com'), '+31612345678'), null)
  assert.equal(guard.refusal(new URL('smtps://mail.example.com'), 'tester@example.org'), null)
  assert.notEqual(guard.refusal(new URL('smtps://mail.example.com'), 'tester@example.org.evil'), null)
})

test('production sends to everyone and refuses plain http, naming the option', () => {
  const guard = destinationGuard({ environment: 'production', allowedDestinations: [] })
  assert.equal(guard.refusal(new URL('https://api.twilio.com'), '+31600000000'), null)
  assert.throws(() => guard.baseUrl('The Twilio base URL', 'http://127.0.0.1:1'), /The Twilio base URL must use https/)
  assert.throws(() => guard.baseUrl('The CM base URL', 'nonsense'), /The CM base URL is not a URL/)
})

test('a host that only looks like the loopback is not the loopback', () => {
  for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', 'LOCALHOST', '[::1]', '::1'])
    assert.ok(isLoopback(host), host)
  for (const host of [
    'localhost.example.com',
    '127.0.0.1.nip.io',
    '0.0.0.0',
    '10.0.0.1',
    '[::]',
    'api.twilio.com',
    '127.evil',
  ])
    assert.ok(!isLoopback(host), host)
})
