import { InvalidArgumentError, Option } from 'commander'
import { isId } from '#/kernel/ids.ts'

/** `--holder ID`, checked for its form. */
export function holderOption(description: string): Option {
  return new Option('--holder <id>', description).argParser(parseHolderId)
}

export function parseHolderId(text: string): string {
  if (!isId(text))
    throw new InvalidArgumentError('It is the id of a platform holder, as `tijdig holder list` shows it.')
  return text
}
