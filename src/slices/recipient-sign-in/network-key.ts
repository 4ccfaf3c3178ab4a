import { addressBlock, customerBlock } from '#/kernel/text/address-block.ts'
import { hmac, type DerivedKeys } from '#/kernel/secrets/derived-keys.ts'

/** The pseudonym of the network an address counts with. */
export function networkKey(keys: DerivedKeys, address: string): Buffer {
  return hmac(keys.contact, `address ${addressBlock(address, customerBlock)}`)
}
