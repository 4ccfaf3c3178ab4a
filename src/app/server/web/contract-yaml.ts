import { parentPort, workerData } from 'node:worker_threads'
import { stringify } from 'yaml'

// In a thread: JSON in, YAML out. Aliases would be shorter and much harder to read.
parentPort?.postMessage(stringify(JSON.parse(workerData as string), { aliasDuplicateObjects: false, lineWidth: 0 }), [])
