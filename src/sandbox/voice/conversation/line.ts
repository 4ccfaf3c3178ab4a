import type { WebSocket } from 'ws'

import type { ServerFrame } from '#/sandbox/voice/frames.ts'

type ErrorFrame = Extract<ServerFrame, { type: 'error' }>
type ErrorCode = ErrorFrame['error_event']['code']
type ErrorType = NonNullable<ErrorFrame['error_event']['error_type']>

/** A connection to a client: frames out, timers that end with it, and the vendor's ways to end it. */
export type Line = ReturnType<typeof openLine>

export function openLine(socket: WebSocket) {
  const timers = new Set<NodeJS.Timeout>()
  const pings = { sent: 0, unanswered: 0, sentAtMs: 0, tookMs: null as number | null }
  let isEnded = false
  socket.on('close', () => timers.forEach((timer) => clearTimeout(timer)))

  const line = {
    send(frame: ServerFrame): void {
      if (!isEnded) socket.send(JSON.stringify(frame))
    },

    after(milliseconds: number, work: () => void): NodeJS.Timeout {
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, milliseconds)
      timers.add(timer)
      return timer
    },

    pause: (milliseconds: number) => new Promise<void>((resolve) => void line.after(milliseconds, resolve)),

    onEnd(work: () => void): void {
      socket.on('close', work)
    },

    end(reason: string): void {
      isEnded = true
      socket.close(1000, reason)
    },

    /** The error and the close that follows it carry the same code. */
    fail(code: ErrorCode, type: ErrorType, message: string): void {
      line.send({ type: 'error', error_event: { code, error_type: type, message } })
      isEnded = true
      socket.close(code, message)
    },

    /** Pings the client; false when it has left `unansweredMax` pings without an answer. */
    ping(unansweredMax: number): boolean {
      if (pings.unanswered >= unansweredMax) return false
      pings.sent += 1
      pings.unanswered += 1
      pings.sentAtMs = performance.now()
      const latency = pings.tookMs === null ? {} : { ping_ms: pings.tookMs }
      line.send({ type: 'ping', ping_event: { event_id: pings.sent, ...latency } })
      return true
    },

    onPong(): void {
      pings.unanswered = 0
      pings.tookMs = Math.round(performance.now() - pings.sentAtMs)
    },
  }
  return line
}
