import product from '../../package.json' with { type: 'json' }
import { contractVersion } from '#/surfaces/openapi/contract-version.ts'

/** What runs here: the product, the contract that it serves, and the Node under it. */
export const versionText = `tijdig ${product.version}, API ${contractVersion}, Node ${process.versions.node}`
