/**
 * Texts that look like credentials and are none, letter for letter: the scan of the tree and its history lets them
 * pass. An entry that occurs nowhere any more is reported.
 */
export const fakeCredentials: readonly { readonly text: string; readonly why: string }[] = [
  { text: 'postgres://user:hunter2@127.0.0.1:1/db', why: 'doctor.test.ts: an error must not repeat it' },
  { text: 'postgres://tijdig:hunter2@127.0.0.1:1/tijdig', why: 'cli.test.ts: an error must not repeat it' },
  { text: 'https://user:pass@www.mollie.com', why: 'checkout-url.test.ts: an address that is refused' },
  { text: 'https://user:secret@hooks.example.com', why: 'call-endpoint.test.ts: an address that is refused' },
  { text: 'https://user:word@example.com', why: 'webhooks.test.ts: an address that is refused' },
]
