/** Contract version: start year, months since the first release, release number (contract, Versioning). */
export const contractVersion = '1.0.7'
