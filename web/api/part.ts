import { PartMissing } from './api-error.ts'

/**
 * Code of a page that is loaded apart from it.
 *
 * @throws PartMissing when it does not come, such as after a new version was installed
 */
export async function part<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    throw new PartMissing('A part of the page did not come.', { cause: error })
  }
}
