import { spawn } from 'node:child_process'
import type { Log } from '#/kernel/log.ts'

/** What a process tells the service manager that started it. */
export type ServiceManager = {
  tellReady(): void
  tellStopping(): void
  /** Stops telling that the process is alive. */
  end(): void
}

/**
 * The service manager as sd_notify(3) describes it: of a unit with `Type=notify` and perhaps `WatchdogSec`, else nobody. Node
 * has no datagram sockets of Unix, so systemd's own command writes to them (`NotifyAccess=all`), and waits until it was heard.
 */
export function serviceManagerOf(env: Readonly<Record<string, string | undefined>>, log: Log): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdogUs, PATH: path } = env
  if (!socket) return { tellReady: () => undefined, tellStopping: () => undefined, end: () => undefined }
  const tell = (state: string) =>
    void spawn('systemd-notify', [state], {
      env: { NOTIFY_SOCKET: socket, PATH: path },
      stdio: 'ignore',
    }).once('error', (error) => log.warn({ err: error, state }, 'the service manager cannot be told'))
  // From the event loop: a process that hangs falls silent. Twice as often as it must, as the manual says.
  const watchdog = watchdogUs ? setInterval(() => tell('WATCHDOG=1'), Number(watchdogUs) / 2_000).unref() : undefined
  return {
    tellReady: () => tell('READY=1'),
    tellStopping: () => tell('STOPPING=1'),
    end: () => clearInterval(watchdog),
  }
}
