import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

// Test files that share this process, one after the other: what each of them alone would load, compile and warm up anew.

for (const file of process.argv.slice(2)) describe(file, async () => void (await import(pathToFileURL(file).href)))
