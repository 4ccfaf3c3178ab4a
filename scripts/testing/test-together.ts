import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { beginSharing } from '../../test/shared.ts'

// Runs test files one after the other in this process, so that they load, compile and warm up the product once.

for (const file of process.argv.slice(2)) describe(file, async () => void (await import(pathToFileURL(file).href)))
after(beginSharing())
