import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmail } from './email-address.ts'
import { isPhoneE164 } from './phone-number.ts'

test('an e-mail address and a number are what the API takes for them', () => {
  for (const text of ['sanne@example.com', "o'neil+x@mail.example.co"]) assert.ok(isEmail(text), text)
  for (const text of ['', 'sanne', 'sanne@example', 'sänne@example.com', 'a@b..nl', `${'a'.repeat(250)}@b.nl`])
    assert.ok(!isEmail(text), text)
  assert.ok(isPhoneE164('+31612345678'))
  for (const text of ['', '0612345678', '+0612345678', '+316', '+31 6 12345678']) assert.ok(!isPhoneE164(text), text)
})
