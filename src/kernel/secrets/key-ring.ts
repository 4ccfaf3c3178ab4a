import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts secrets that must be read again, such as the tokens of a calendar. */
export type KeyRing = {
  /** @param boundTo where the secret belongs; elsewhere it cannot be read */
  encrypt(plaintext: string, boundTo: string): string
  /** @throws Error when the text was changed, belongs elsewhere, or names a key that is not in the ring */
  decrypt(ciphertext: string, boundTo: string): string
  /** True when another key than the first encrypted it: it must be encrypted anew before that key can go. */
  isUnderOldKey(ciphertext: string): boolean
  /** Id of the key that encrypts: its ciphertexts begin with it and a full stop. */
  readonly firstId: string
}

/** A key and its id, which every ciphertext names. */
export type NamedKey = { readonly id: string; readonly key: Buffer }

/**
 * AES-256-GCM under the first key; every key of the ring decrypts, so a new key is put first and the old one stays until
 * nothing needs it. A ciphertext reads `id.base64url(iv ‖ tag ‖ bytes)`.
 */
export function keyRing(keys: readonly [NamedKey, ...NamedKey[]]): KeyRing {
  const byId = new Map(keys.map(({ id, key }) => [id, key]))
  const [first] = keys
  return {
    firstId: first.id,
    encrypt(plaintext, boundTo) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', first.key, iv).setAAD(additionalData(first.id, boundTo))
      const bytes = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      return `${first.id}.${Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url')}`
    },
    isUnderOldKey: (ciphertext) => !ciphertext.startsWith(`${first.id}.`),
    decrypt(ciphertext, boundTo) {
      const [id = '', sealed = ''] = ciphertext.split('.')
      const key = byId.get(id)
      if (!key) throw new Error('A secret at rest names a key that is not in the ring')
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(additionalData(id, boundTo))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}

/**
 * Reads keys written as `id:base64,id:base64`: ids of letters, digits, - and _, keys of 32 bytes.
 *
 * @returns the keys, or the sentence that says what is wrong, without showing it
 */
export function parseKeys(text: string): readonly [NamedKey, ...NamedKey[]] | string {
  const keys: NamedKey[] = []
  for (const item of text.split(',')) {
    const [, id, encoded] = /^\s*([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)\s*$/.exec(item) ?? []
    if (id === undefined || encoded === undefined) return 'must be keys such as id:base64, each of 32 bytes'
    if (keys.some((key) => key.id === id)) return 'must not name a key twice'
    keys.push({ id, key: Buffer.from(encoded, 'base64') })
  }
  const [first, ...rest] = keys
  return first ? [first, ...rest] : 'must hold a key'
}

const ivBytes = 12
const tagBytes = 16

function additionalData(keyId: string, boundTo: string): Buffer {
  return Buffer.from(`${keyId}\n${boundTo}`, 'utf8')
}
