import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedCheckoutUrl } from './checkout-url.ts'

const real = { hosts: ['mollie.com'], baseUrl: new URL('https://api.mollie.com'), isProduction: true }
const twin = { hosts: ['mollie.com'], baseUrl: new URL('http://127.0.0.1:4002/mollie'), isProduction: false }

test('a checkout page on a host of the provider is allowed everywhere', () => {
  for (const where of [real, twin]) {
    assert.equal(allowedCheckoutUrl('https://www.mollie.com/checkout/x', where), 'https://www.mollie.com/checkout/x')
    assert.equal(allowedCheckoutUrl('https://mollie.com/c', where), 'https://mollie.com/c')
  }
})

test('any other page is refused: other hosts, look-alikes, plain http, ports, credentials, scripts', () => {
  for (const href of [
    'https://evil.example/mollie.com',
    'https://mollie.com.evil.example/',
    'https://notmollie.com/',
    'http://www.mollie.com/checkout',
    'https://www.mollie.com:8443/',
    'https://user:pass@www.mollie.com/',
    'https://www.mollie.com@evil.example/',
    'javascript:alert(1)',
    'not a url',
    '',
  ])
    for (const where of [real, twin]) assert.equal(allowedCheckoutUrl(href, where), null, href)
})

test("the twin's page is allowed outside production alone, and only at the address that was called", () => {
  const page = 'http://127.0.0.1:4002/mollie/checkout/tr_1'
  assert.equal(allowedCheckoutUrl(page, twin), page)
  assert.equal(allowedCheckoutUrl(page, { ...twin, isProduction: true }), null)
  assert.equal(allowedCheckoutUrl('http://127.0.0.1:9999/mollie/checkout/tr_1', twin), null)
  assert.equal(
    allowedCheckoutUrl('http://10.0.0.1:4002/x', { ...twin, baseUrl: new URL('http://10.0.0.1:4002') }),
    null,
  )
})
